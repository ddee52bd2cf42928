import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fcfa } from './amount.ts';
import { formatAmount } from './format.ts';
import { divideHalfUp, readAmount } from './money.ts';

describe('rounding half up', () => {
  it.each([
    [0, 100, 0],
    [49, 100, 0],
    [50, 100, 1],
    [149, 100, 1],
    [150, 100, 2],
    [250, 100, 3],
    [1, 3, 0],
    [2, 3, 1],
  ])('%i / %i is %i', (numerator, denominator, rounded) => {
    expect(divideHalfUp(numerator, denominator)).toBe(rounded);
  });

  it('rounds to the nearest, halves up, for amounts far above any order', () => {
    const numerator = fc.integer({ min: 0, max: 2_000_000_000_000_000 });
    fc.assert(
      fc.property(numerator, fc.integer({ min: 1, max: 1_000 }), (n, d) => {
        const twiceError = 2n * (BigInt(divideHalfUp(n, d)) * BigInt(d) - BigInt(n));
        expect(twiceError > -BigInt(d) && twiceError <= BigInt(d)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('an amount', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2_000_000_001, '100', null])(
    'rejects %o',
    (value) => {
      expect(fcfa.safeParse(value).success).toBe(false);
    },
  );

  it.each([0, 1, 2_000_000_000])('accepts %i', (value) => {
    expect(fcfa.parse(value)).toBe(value);
  });
});

it.each([
  [0, '0'],
  [-0, '0'],
  [999, '999'],
  [12_500, '12 500'],
  [1_000_000, '1 000 000'],
])('%i is formatted as "%s"', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});

describe('reading an amount', () => {
  it.each([
    ['0', 0],
    ['1500', 1500],
    [' 1500 ', 1500],
    ['00150', 150],
    ['1 500', 1500],
    ['1\u00a0500', 1500],
    ['1\u202f500', 1500],
    ['1\u200b500', 1500],
    ['1 500 000', 1_500_000],
    ['1500 F', 1500],
    ['1500F', 1500],
    ['1500 FCFA', 1500],
    ['1 500 F CFA', 1500],
    ['1500 Fcfa', 1500],
    ['1500 CFA', 1500],
    ['1500 F.CFA', 1500],
    ['1500 XOF', 1500],
    ['1500 francs', 1500],
    ['1500 francs CFA', 1500],
    ['1500,00', 1500],
    ['1500.00', 1500],
    ['1 500,00', 1500],
    ['1.500,00', 1500],
    ['1,500.00', 1500],
    ['1.000.000', 1_000_000],
    ['1,500,000', 1_500_000],
    ['\uff11\uff15\uff10\uff10', 1500],
  ])('%j is %i, typed or in a file', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
    expect(readAmount(text, { isFromFile: true })).toBe(amount);
  });

  it.each([
    ['10.000', 10_000],
    ['1,500', 1500],
    ['1.500 F', 1500],
  ])('%j is %i typed, and ambiguous in a file', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
    expect(readAmount(text, { isFromFile: true })).toBeNull();
  });

  it.each([
    '',
    ' ',
    'abc',
    'F',
    '-1500',
    '1,5',
    '12,50',
    '1500,50',
    '1 500,5',
    '1500,000',
    '1.500.00',
    '0,500',
    '15 00',
    '1 5000',
    '1 500.000',
    '1e3',
    '1,5E+03',
    '1500 F/boîte',
    '1500-2000',
    '١٥٠٠',
    '1500²',
    '1500¹',
    '①500',
    '10⁶',
    '1500₂',
    '1½',
    '1５００',
    '1\n500',
    '1500 €',
    '1234567890123',
  ])('%j is no amount', (text) => {
    expect(readAmount(text)).toBeNull();
    expect(readAmount(text, { isFromFile: true })).toBeNull();
  });

  it('reads what the screens show', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
        expect(readAmount(`${formatAmount(amount)} F`, { isFromFile: true })).toBe(amount);
      }),
    );
  });
});

it('reads no digit from a sign that is none', () => {
  const signs = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (sign) => !/[0-9\p{Cs}]/u.test(sign),
  );
  const read = signs.filter((sign) => {
    const amount = readAmount(`1${sign}500`);
    return amount !== null && amount !== 1500;
  });
  expect(read).toEqual([]);
  // All full-width, or none.
  expect([readAmount('１５００'), readAmount('1５00')]).toEqual([1500, null]);
});

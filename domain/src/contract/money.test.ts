import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fcfa } from './amount.ts';
import { divideHalfUp, formatAmount } from './money.ts';

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

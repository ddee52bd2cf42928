import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FCFA } from '../contract/money.ts';
import { casesOf } from '../testing/cases-of.ts';
import { quoteMedicines, quoteOf, quoteOrder } from './pricing.ts';

const RUNS = casesOf(10_000, 100_000);

// Every rate of a card, and 0 for no card.
const rates = [0, ...Array.from({ length: 96 }, (_, index) => index + 5)];

const line = fc.record({
  price: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: MAX_FCFA })),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const cart = fc.record({
  lines: fc.array(line, { maxLength: 100 }),
  fee: fc.integer({ min: 0, max: 10_000 }),
  rate: fc.constantFrom(...rates),
});

/** Rounds half up, for non-negative integers of any size. */
const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

describe('the payment summary, computed by hand', () => {
  it.each([
    // medicines, fee, rate → commission, reduction, total
    [10_000, 1_000, 0, 1_000, 0, 12_000],
    [10_000, 1_000, 80, 1_000, 8_000, 4_000],
    [10_000, 1_000, 100, 1_000, 10_000, 2_000],
    [10_000, 1_000, 5, 1_000, 500, 11_500],
    // 12 345 × 40 % = 4 938; 12 345 + 500 + 1 234,5 − 8 641,5 = 5 438; shown commission 1 235.
    [12_345, 500, 70, 1_235, 8_642, 5_438],
    // 1 × 105 % = 1,05.
    [1, 0, 5, 0, 0, 1],
    // 5 × 110 % = 5,5 rounds up.
    [5, 0, 0, 1, 0, 6],
    // 4 × 110 % = 4,4 rounds down.
    [4, 0, 0, 0, 0, 4],
    // 50 × 105 % + 0 = 52,5 rounds up; the reduction is the difference.
    [50, 0, 5, 5, 2, 53],
    [0, 700, 0, 0, 0, 700],
    [0, 700, 100, 0, 0, 700],
    [0, 0, 0, 0, 0, 0],
  ])(
    'medicines %i, fee %i, rate %i: commission %i, reduction %i, total %i',
    (medicines, deliveryFee, rate, commission, reduction, total) => {
      expect(quoteMedicines(medicines, deliveryFee, rate)).toEqual({
        medicines,
        deliveryFee,
        commission,
        reduction,
        total,
      });
    },
  );

  it('sums price × quantity over the lines', () => {
    const lines = [
      { price: 1_250, quantity: 2 },
      { price: 375, quantity: 3 },
    ];
    expect(quoteOrder(lines, 500, 0)).toEqual({
      medicines: 3_625,
      deliveryFee: 500,
      commission: 363,
      reduction: 0,
      total: 4_488,
    });
  });

  it('is only the fee when there are no lines', () => {
    expect(quoteOrder([], 800, 50)).toEqual(quoteMedicines(0, 800, 50));
  });
});

describe('for random carts', () => {
  it('is exactly the formula of rule 1, in whole francs', () => {
    fc.assert(
      fc.property(cart, ({ lines, fee, rate }) => {
        const quote = quoteOrder(lines, fee, rate);
        const medicines = lines.reduce(
          (sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity),
          0n,
        );
        expect(Object.values(quote).every(Number.isSafeInteger)).toBe(true);
        expect(BigInt(quote.medicines)).toBe(medicines);
        expect(quote.deliveryFee).toBe(fee);
        expect(BigInt(quote.commission)).toBe(halfUp(medicines * 10n, 100n));
        const exact = BigInt(fee) * 100n + medicines * (110n - BigInt(rate));
        expect(BigInt(quote.total)).toBe(halfUp(exact, 100n));
        // The lines add up to the total, and none is negative.
        expect(quote.medicines + quote.deliveryFee + quote.commission - quote.reduction).toBe(quote.total);
        expect(Math.min(...Object.values(quote))).toBeGreaterThanOrEqual(0);
        expect(quote.total).toBeGreaterThanOrEqual(fee);
        if (rate === 0) expect(quote.reduction).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('follows the formula for every small amount at every rate', () => {
    const failures: string[] = [];
    for (const rate of rates) {
      for (let medicines = 0; medicines <= 220; medicines++) {
        const quote = quoteMedicines(medicines, 35, rate);
        const exact = halfUp(3_500n + BigInt(medicines * (110 - rate)), 100n);
        const added = quote.medicines + quote.deliveryFee + quote.commission - quote.reduction;
        const correct = BigInt(quote.total) === exact && added === quote.total && quote.reduction >= 0;
        if (!correct) failures.push(`${medicines} at ${rate} %`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('never falls when a price or the fee rises, and never rises with the rate', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    const rate = fc.constantFrom(...rates);
    fc.assert(
      fc.property(amount, amount, fc.nat(10_000), fc.nat(1_000), rate, rate, (a, b, fee, more, r, s) => {
        const low = Math.min(a, b);
        const high = Math.max(a, b);
        expect(quoteMedicines(low, fee, r).total).toBeLessThanOrEqual(quoteMedicines(high, fee, r).total);
        expect(quoteMedicines(a, fee + more, r).total).toBe(quoteMedicines(a, fee, r).total + more);
        const worse = Math.min(r, s);
        const better = Math.max(r, s);
        expect(quoteMedicines(a, fee, better).total).toBeLessThanOrEqual(quoteMedicines(a, fee, worse).total);
      }),
    );
  });

  it('depends neither on the order of the lines nor on how a quantity is split', () => {
    fc.assert(
      fc.property(cart, fc.integer({ min: 1, max: 999 }), ({ lines, fee, rate }, more) => {
        const quote = quoteOrder(lines, fee, rate);
        expect(quoteOrder([...lines].reverse(), fee, rate)).toEqual(quote);
        const once = [...lines, { price: 125, quantity: more + 1 }];
        const split = [...lines, { price: 125, quantity: more }, { price: 125, quantity: 1 }];
        expect(quoteOrder(split, fee, rate)).toEqual(quoteOrder(once, fee, rate));
      }),
    );
  });
});

describe('the amounts that an order keeps', () => {
  const none = { medicines: null, deliveryFee: null, commission: null, reduction: null, total: null };
  it('are those of its row, and zero while it has no items', () => {
    const quote = quoteMedicines(5_000, 800, 20);
    expect(quoteOf(quote)).toEqual(quote);
    expect(quoteOf({ ...none, deliveryFee: 800 })).toEqual({ ...quoteMedicines(0, 0, 0), deliveryFee: 800 });
  });
});

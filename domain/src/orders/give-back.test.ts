import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FCFA } from '../contract/money.ts';
import { casesOf } from '../testing/cases-of.ts';
import {
  atGivenPrice,
  differenceBack,
  giveBack,
  givenBackFor,
  remainingLines,
  sumOf,
  type Value,
  worthBefore,
  worthOf,
} from './give-back.ts';
import { type PricedLine, quoteMedicines, quoteOrder } from './pricing.ts';

const RUNS = casesOf(2_000, 50_000);

const rates = [0, ...Array.from({ length: 96 }, (_, index) => index + 5)];
const line = fc.record({
  // The insurer of the card does not cover some medicines.
  excluded: fc.boolean(),
  price: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50_000 })),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  fee: fc.integer({ min: 0, max: 10_000 }),
  rate: fc.constantFrom(...rates),
  seed: fc.integer(),
});

/** Every box of an order, in an order of its own. */
function boxesOf({ lines, seed }: { lines: readonly PricedLine[]; seed: number }): PricedLine[] {
  const boxes = lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })),
  );
  return boxes
    .map((box, index) => ({ box, key: Math.sin(seed + index) }))
    .sort((one, other) => one.key - other.key)
    .map(({ box }) => box);
}

const whole = (medicines: number): Value => ({ medicines, covered: medicines });

describe('what is given back of an order (rule 58), computed by hand', () => {
  it.each([
    // medicines, rate, given medicines → commission, reduction, total
    [5_000, 0, 1_955, 196, 0, 2_151],
    [5_000, 0, 5_000, 500, 0, 5_500],
    // 80 % of 2 000 F are not hers: 2 000 + 200 − 1 600.
    [10_000, 80, 2_000, 200, 1_600, 600],
    // Half a franc goes to whoever paid.
    [10, 0, 5, 1, 0, 6],
    [10, 0, 0, 0, 0, 0],
  ])('%i F at %i %%: of %i F commission %i, reduction %i, total %i', (all, rate, medicines, ...parts) => {
    const [commission, reduction, total] = parts;
    const quote = quoteMedicines(all, 800, rate);
    const given = givenBackFor(quote, whole(all), whole(medicines));
    expect(given).toEqual({ medicines, commission, reduction, total });
  });
});

describe('giving an order back box by box', () => {
  it('adds up to all that was paid but the fee, in any order and in any steps, and no step is negative', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 5 }), ({ lines, fee, rate, seed }, size) => {
        const quote = quoteOrder(lines, fee, rate);
        const boxes = boxesOf({ lines, seed });
        const steps = [];
        const all = worthOf(lines);
        let before: Value = { medicines: 0, covered: 0 };
        for (let index = 0; index < boxes.length; index += size) {
          const step = boxes.slice(index, index + size);
          const parts = sumOf(giveBack(quote, all, before, step));
          before = worthOf(boxes.slice(0, index + size));
          steps.push(parts);
          expect(sumOf(steps)).toEqual(givenBackFor(quote, all, before));
        }
        for (const parts of steps) expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
        const { deliveryFee: _, ...paid } = quote;
        expect(sumOf(steps)).toEqual({ ...paid, total: quote.total - fee });
      }),
      { numRuns: RUNS },
    );
  });

  it('says the same of a line at once and of its boxes one by one', () => {
    fc.assert(
      fc.property(order, ({ lines, fee, rate }) => {
        const quote = quoteOrder(lines, fee, rate);
        const [first] = lines;
        if (first === undefined) return;
        const boxes = Array.from({ length: first.quantity }, () => ({ ...first, quantity: 1 }));
        const none = whole(0);
        const all = worthOf(lines);
        expect(sumOf(giveBack(quote, all, none, boxes))).toEqual(sumOf(giveBack(quote, all, none, [first])));
      }),
      { numRuns: RUNS },
    );
  });

  it('is exact for the largest amounts', () => {
    const quote = quoteMedicines(MAX_FCFA, 0, 100);
    expect(givenBackFor(quote, whole(MAX_FCFA), whole(MAX_FCFA - 1))).toEqual({
      medicines: MAX_FCFA - 1,
      commission: 10_000_000,
      reduction: MAX_FCFA - 1,
      total: 10_000_000,
    });
  });
});

it('what is given back is not handed over any more', () => {
  const lines = [{ quantity: 3 }, { quantity: 3, givenBack: 1 }, { quantity: 2, givenBack: 2 }];
  expect(remainingLines(lines).map(({ quantity }) => quantity)).toEqual([3, 2]);
});

describe('giving another medicine at a lower price (rule 53)', () => {
  const changes = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    {
      maxLength: 12,
    },
  );

  it('adds up to all that was paid but the fee, with what is given back before and after, and no step is negative', () => {
    fc.assert(
      fc.property(order, changes, ({ lines: ordered, fee, rate }, steps) => {
        const quote = quoteOrder(ordered, fee, rate);
        const lines = ordered.map((one) => ({
          ...one,
          givenBack: 0,
          substituted: { price: one.price, returned: 0 },
        }));
        const back: ReturnType<typeof sumOf>[] = [];
        const give = (line: (typeof lines)[number], boxes: number) => {
          if (boxes === 0) return;
          const [parts] = giveBack(quote, worthOf(lines), worthBefore(lines), [
            { ...atGivenPrice(line), quantity: boxes },
          ]);
          line.givenBack += boxes;
          line.substituted.returned += line.substituted.price * boxes;
          back.push(parts!);
        };
        for (const [at, boxes, cheaper] of steps) {
          const line = lines[at % lines.length]!;
          const left = line.quantity - line.givenBack;
          const price = Math.max(1, Math.round(line.substituted.price * cheaper));
          if (left > 0 && price < line.substituted.price) {
            back.push(differenceBack(quote, lines, line, price));
            line.substituted.returned += (line.substituted.price - price) * left;
            line.substituted.price = price;
          }
          give(line, Math.min(left, boxes));
        }
        for (const line of lines) give(line, line.quantity - line.givenBack);
        for (const parts of back) expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
        const { deliveryFee: _, ...paid } = quote;
        expect(sumOf(back)).toEqual({ ...paid, total: quote.total - fee });
      }),
      { numRuns: RUNS },
    );
  });
});

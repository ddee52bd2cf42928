import { expect, it } from 'vitest';
import { fitBudget } from './fit-budget.ts';

const syrup = { medicationId: 'syrup', price: 3_000, quantity: 1 };
const iron = { medicationId: 'iron', price: 1_000, quantity: 3, maySplit: true };
const cream = { medicationId: 'cream', price: 500, quantity: 1 };

// A delivery of 1 000 F, and 10 % on the medicines.
it.each([
  ['everything', 9_000, [syrup, iron, cream], 0, { leftOut: [], quantities: [] }],
  ['the first lines', 4_300, [syrup, iron, cream], 0, { leftOut: ['iron', 'cream'], quantities: [] }],
  [
    'a later line that fits, after one that does not',
    2_000,
    [syrup, cream],
    0,
    { leftOut: ['syrup'], quantities: [] },
  ],
  [
    'a part of a line that may be split',
    6_500,
    [syrup, iron, cream],
    0,
    { leftOut: ['cream'], quantities: [{ medicationId: 'iron', quantity: 2 }] },
  ],
  [
    'whole lines otherwise',
    3_000,
    [{ ...iron, maySplit: false }, cream],
    0,
    { leftOut: ['iron'], quantities: [] },
  ],
  // Half of the medicines is the insurer's: 1 000 + 3 300 − 1 500.
  ['more with a card', 2_800, [syrup], 50, { leftOut: [], quantities: [] }],
  ['nothing, when nothing fits', 1_500, [syrup, iron], 0, null],
] as const)('takes %s', (_, amount, lines, rate, choice) => {
  expect(fitBudget(lines, { amount, deliveryFee: 1_000, rate })).toEqual(choice);
});

import { expect, it } from 'vitest';
import { remainingOf, splitRemaining } from './balance.ts';

it.each([
  [0, 0, true, { payable: 0, held: 0 }],
  [1_500, 0, true, { payable: 1_500, held: 0 }],
  [1_500, 600, true, { payable: 900, held: 0 }],
  [1_500, 1_500, true, { payable: 0, held: 0 }],
  [1_500, 0, false, { payable: 0, held: 1_500 }],
  // Verified, paid, then doubted again: what came since waits.
  [1_500, 600, false, { payable: 0, held: 900 }],
])('%i F earned, %i F paid, verified %s', (total, totalPaid, verified, wanted) => {
  expect(splitRemaining({ total, totalPaid }, verified)).toEqual(wanted);
  expect(remainingOf({ total, totalPaid })).toBe(wanted.payable + wanted.held);
});

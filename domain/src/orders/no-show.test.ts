import { expect, test } from 'vitest';
import { returnFeeOf } from './no-show.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9, minutes));
const absent = { deliveryFee: 805, waitingAt: at(0), problem: 'customer-absent', problemAt: at(10) };
const rates = { waitMinutes: 10, returnFeePercent: 50 };

test.each([
  ['waited, then reported the customer absent', absent, 403],
  ['reported her too early', { ...absent, problemAt: at(9) }, 0],
  ['did not wait', { ...absent, waitingAt: null }, 0],
  ['reported nothing', { ...absent, problem: null, problemAt: null }, 0],
  ['reported something else', { ...absent, problem: 'address-not-found' }, 0],
])('a courier who %s', (_, order, fee) => {
  expect(returnFeeOf(order, rates)).toBe(fee);
  expect(returnFeeOf(order, { ...rates, returnFeePercent: 0 })).toBe(0);
});

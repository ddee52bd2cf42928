import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { clockOf } from './clock.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-20T08:05:00Z') + minutes * 60_000);

test.each([
  [0, 0, 'calm'],
  [59.9, 59, 'calm'],
  [60, 60, 'soon'],
  [89.9, 89, 'soon'],
  [90, 90, 'urgent'],
  [120, 120, 'urgent'],
  [120.1, 120, 'late'],
  // The clock of the device is behind.
  [-5, 0, 'calm'],
] as const)('%s minutes after the payment, with two hours promised', (minutes, shown, level) => {
  expect(clockOf(anOrder(), at(minutes))).toEqual({ minutes: shown, level });
});

test('the levels are parts of the promised time', () => {
  const order = anOrder({ promisedAt: at(40).toISOString() });
  expect([20, 30, 41].map((minutes) => clockOf(order, at(minutes))?.level)).toEqual([
    'soon',
    'urgent',
    'late',
  ]);
});

test('orders that nobody waits for have no clock', () => {
  expect(clockOf(anOrder({ state: 'pre-treatment', paidAt: null, promisedAt: null }), at(10))).toBeNull();
  for (const state of ['delivered', 'ended'] as const) expect(clockOf(anOrder({ state }), at(10))).toBeNull();
  expect(clockOf(anOrder({ state: 'delivering' }), at(10))).not.toBeNull();
});

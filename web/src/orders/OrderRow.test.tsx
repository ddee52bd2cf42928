import type { Order } from '@amasin/domain/orders/order.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder } from '../testing/orders.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { clockOf, OrderClock } from './OrderRow.tsx';

/** The `<time>` of an order, two hours promised and paid these minutes ago. */
async function timeOf(minutes: number, changes: Partial<Order> = {}) {
  const paid = Date.now() - minutes * 60_000;
  const order = anOrder({
    date: '2026-11-20T07:00:00.000Z',
    paidAt: new Date(paid).toISOString(),
    promisedAt: new Date(paid + 120 * 60_000).toISOString(),
    ...changes,
  });
  showPage(
    <p data-testid="clock">
      <OrderClock order={order} />
    </p>,
    '/',
  );
  const time = (await screen.findByTestId('clock')).querySelector('time');
  return { order, time, level: time?.parentElement?.dataset.level };
}

test.each([
  [5, '5 min', 'calm'],
  [70, '1 h 10', 'soon'],
  [95, '1 h 35', 'urgent'],
  [125, '2 h 05, en retard', 'late'],
  [2 * 1440, '2 jours, en retard', 'late'],
])('paid %i minutes ago: « %s »', async (minutes, text, expected) => {
  const { order, time, level } = await timeOf(minutes);
  expect(plain(time?.textContent ?? '')).toBe(text);
  expect(level).toBe(expected);
  expect(time?.dateTime).toBe(order.paidAt);
  expect(plain(time?.title ?? '')).toBe(`Payée il y a ${text.replace(', en retard', '')}`);
});

test.each<[string, Partial<Order>]>([
  ['an order that is not paid', { state: 'pre-treatment', paidAt: null, promisedAt: null }],
  ['a delivered order', { state: 'delivered' }],
])('%s has its date, and no clock', async (_, changes) => {
  const { order, time, level } = await timeOf(125, changes);
  expect(time?.textContent).toMatch(/^Il y a 3\sh$/);
  expect(time?.dateTime).toBe(order.date);
  expect(level).toBeUndefined();
});

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

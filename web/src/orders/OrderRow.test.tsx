import type { Order } from '@amasin/domain/orders/order.ts';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anOrder } from '../testing/orders.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { OrderClock } from './OrderRow.tsx';

/** The `<time>` of an order, two hours promised and paid these minutes ago. */
async function timeOf(minutes: number, changes: Partial<Order> = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:05:00Z') });
  onTestFinished(() => void vi.useRealTimers());
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
  // The clock of the device is behind.
  [-5, '0 min', 'calm'],
  [59.9, '59 min', 'calm'],
  [60, '1 h', 'soon'],
  [89.9, '1 h 29', 'soon'],
  [90, '1 h 30', 'urgent'],
  [120, '2 h', 'urgent'],
  [120.1, '2 h, en retard', 'late'],
  [2 * 1440, '2 jours, en retard', 'late'],
])('paid %i minutes ago: « %s »', async (minutes, text, expected) => {
  const { order, time, level } = await timeOf(minutes);
  expect(plain(time?.textContent ?? '')).toBe(text);
  expect(level).toBe(expected);
  expect(time?.dateTime).toBe(order.paidAt);
  expect(plain(time?.title ?? '')).toBe(`Payée il y a ${text.replace(', en retard', '')}`);
});

test.each([
  [20, 'soon'],
  [30, 'urgent'],
  [41, 'late'],
])('%i minutes of forty promised are « %s »', async (minutes, expected) => {
  const promisedAt = new Date(Date.parse('2026-11-20T10:05:00Z') + (40 - minutes) * 60_000).toISOString();
  expect((await timeOf(minutes, { promisedAt })).level).toBe(expected);
});

test('an order that is on its way has its clock', async () => {
  expect((await timeOf(70, { state: 'delivering' })).level).toBe('soon');
});

test.each<[string, Partial<Order>]>([
  ['an order that is not paid', { state: 'pre-treatment', paidAt: null, promisedAt: null }],
  ['a delivered order', { state: 'delivered' }],
  ['an ended order', { state: 'ended' }],
])('%s has its date, and no clock', async (_, changes) => {
  const { order, time, level } = await timeOf(125, changes);
  expect(time?.textContent).toMatch(/^Il y a 3\sh$/);
  expect(time?.dateTime).toBe(order.date);
  expect(level).toBeUndefined();
});

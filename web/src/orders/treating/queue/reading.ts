import type { Order } from '@amasin/domain/orders/order.ts';

/** What an order of the pharmacist's waits for: to be read, or to be paid; null from then on. */
export type Reading = 'to-read' | 'to-pay' | null;

export function readingOf({ state, itemsCount }: Pick<Order, 'state' | 'itemsCount'>): Reading {
  if (state !== 'pre-treatment') return null;
  return itemsCount === 0 ? 'to-read' : 'to-pay';
}

/** First what is to be read, and of that what waits longest; then the others, the latest first. */
export function inTurn(orders: readonly Order[]): Order[] {
  const toRead = orders.filter((order) => readingOf(order) === 'to-read');
  const others = orders.filter((order) => readingOf(order) !== 'to-read');
  return [...toRead.toSorted((a, b) => a.date.localeCompare(b.date)), ...others];
}

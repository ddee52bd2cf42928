import type { Order } from '@amasin/domain/orders/order.ts';

/** What an order of the pharmacist's waits for: to be read, or to be paid; null from then on. */
export type Reading = 'to-read' | 'to-pay' | null;

export function readingOf({ state, itemsCount }: Pick<Order, 'state' | 'itemsCount'>): Reading {
  if (state !== 'pre-treatment') return null;
  return itemsCount === 0 ? 'to-read' : 'to-pay';
}

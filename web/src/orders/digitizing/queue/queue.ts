import type { Order } from '@amasin/domain/orders/order.ts';
import type { OrderQuery } from '../../api.ts';
import { orderFilters } from '../../filtering/order-filters.ts';

/** The query without a state filter, sorted by what is to be read first, with the largest page that the server allows. */
export const queueBase = { state: 'pre-treatment', sort: 'oldest', limit: 200 } as const;

/** The first page of the queue. It is the same query as the list without filters, so both share one request. */
export const queueStart: OrderQuery = { ...orderFilters.none, ...queueBase };

/** Whether an order is to be read by a pharmacist, to be photographed again, or to be paid; null once it is paid. */
export type Reading = 'to-read' | 'to-photograph' | 'to-pay' | null;

export function readingOf(order: Pick<Order, 'state' | 'itemsCount' | 'photoProblem'>): Reading {
  const { state, itemsCount, photoProblem } = order;
  if (state !== 'pre-treatment') return null;
  if (itemsCount > 0) return 'to-pay';
  return photoProblem ? 'to-photograph' : 'to-read';
}

/** Whether the reader may write what they read in the photograph of this order. */
export function canRead(order: Order): boolean {
  const { allowedActions, prescriptionUrl } = order;
  return (
    prescriptionUrl != null && readingOf(order) === 'to-read' && allowedActions.includes('write-prescription')
  );
}

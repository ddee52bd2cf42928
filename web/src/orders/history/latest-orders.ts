import type { Order } from '@amasin/domain/orders/order.ts';
import { useOrders } from '../api.ts';
import { orderFilters } from '../filtering/order-filters.ts';

/** Number of orders on the dashboard. */
export const LATEST = 10;

/** The customer's latest orders, whatever the filters of the list: the same query as the list without any. */
export function useLatestOrders(): readonly Order[] {
  const { q, state, date } = orderFilters.none;
  return useOrders({ q, state, date, limit: LATEST }).rows;
}

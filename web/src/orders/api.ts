import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { CancelRequestReason } from '@amasin/domain/orders/reasons.ts';
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../lib/call.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { findListed, useLongList } from '../lib/lists.ts';
import { useChange } from '../lib/use-change.ts';
import { orderFilters } from './filters.ts';

/** Empty strings are not sent. */
export type OrderQuery = {
  state?: OrderState | 'all' | '';
  /** Only what the reader has to do. */
  todo?: 'true';
  /** Only what is past the promised time. */
  late?: 'true' | '';
  q?: string;
  date?: string;
  deliveryPerson?: string;
  pharmacy?: string;
  sort?: 'oldest';
  /** Orders per page; 50 by default. */
  limit?: number;
};

export type OrderPage = Awaited<ReturnType<typeof fetchOrders>>;

function fetchOrders(query: OrderQuery, page: number, signal: AbortSignal) {
  return call(orderEndpoints.listOrders, { query: { ...query, page } }, { signal });
}

const ordersOf = ({ orders }: OrderPage) => orders;

/**
 * The caller's orders, the most recent first.
 * @param initial the first page as it was last loaded, and when (ms)
 */
export function useOrders(query: OrderQuery, initial: { page: OrderPage; at: number } | null = null) {
  return useLongList({
    queryKey: keys.orders.list(query),
    fetchPage: (page, signal) => fetchOrders(query, page, signal),
    rowsOf: ordersOf,
    initial,
  });
}

export type OrdersInList = ReturnType<typeof useOrders>;

/** One order; its row of a cached list is shown until it is loaded. A null id loads nothing. */
export function useOrder(id: string | null) {
  const queries = useQueryClient();
  return useQuery<Order>({
    queryKey: keys.orders.detail(id ?? ''),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readOrder, { params: { id: id ?? '' } }, { signal }).then(({ order }) => order),
    enabled: id !== null && id !== '',
    placeholderData: () => findListed(queries, keys.orders.lists, ordersOf, ({ _id }) => _id === id),
  });
}

/** The events of an order, oldest first. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: keys.orders.of('timeline', id),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readTimeline, { params: { id } }, { signal }).then(({ timeline }) => timeline),
  });
}

/** Caches the changed order, if any, also in the lists that show it, then invalidates every query that shows orders. */
export function useInvalidateOrders() {
  const queries = useQueryClient();
  return useCallback(
    (changed?: Order) => {
      if (changed !== undefined) cacheOrder(queries, changed);
      return invalidate(queries, 'orders');
    },
    [queries],
  );
}

function cacheOrder(queries: QueryClient, changed: Order): void {
  queries.setQueryData(keys.orders.detail(changed._id), changed);
  queries.setQueriesData<InfiniteData<OrderPage>>({ queryKey: keys.orders.lists }, (list) =>
    replaceListed(list, changed),
  );
}

function replaceListed(list: InfiniteData<OrderPage> | undefined, changed: Order) {
  const replace = (order: Order) => (order._id === changed._id ? changed : order);
  return (
    list && { ...list, pages: list.pages.map((page) => ({ ...page, orders: page.orders.map(replace) })) }
  );
}

type OrderChange<Input> = Pick<
  Parameters<typeof useChange<Input, Order>>[0],
  'mutationFn' | 'done' | 'failed' | 'onDone'
>;

/** Changes one order, and shows it as the server returns it. */
export const useOrderChange = <Input>(change: OrderChange<Input>) =>
  useChange({ ...change, resource: 'orders', cache: cacheOrder });

type Reason = HandlerInput<typeof orderEndpoints.advanceOrder>['body']['reason'];

/** Cancels an order that is not paid; supervisors give the reason. */
export function useCancelOrder(id: string) {
  return useOrderChange({
    mutationFn: (reason: Reason) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: 'cancelled', reason } }).then(
        ({ order }) => order,
      ),
    done: 'Commande annulée',
    failed: 'Erreur lors de l’annulation',
  });
}

/** The customer asks to cancel a paid order. */
export function useAskCancel(id: string) {
  return useOrderChange({
    mutationFn: (reason: CancelRequestReason) =>
      call(orderEndpoints.askCancel, { params: { id }, body: { reason } }).then(({ order }) => order),
    done: 'Demande envoyée',
    failed: 'Erreur lors de l’annulation',
  });
}

/** Selects the orders that wait for the supervisor, the pharmacy or the courier, the longest wait first. */
export const toDo = { todo: 'true' } as const;

/** The same query as the list without filters, so that both share one request. */
export const toDoFirst: OrderQuery = { ...orderFilters.none, ...toDo };

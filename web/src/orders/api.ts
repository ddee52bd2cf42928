import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { invalidate, keys } from '../lib/api/keys.ts';
import { findListed, live, useLongList } from '../lib/api/lists.ts';
import { toast } from '../lib/toast/toast.tsx';

/** Empty texts count as not given. */
export type OrderQuery = {
  state?: OrderState | '';
  q?: string;
  date?: string;
  deliveryPerson?: string;
  sort?: 'oldest';
  /** Orders a page; 50 by default. */
  limit?: number;
};

type ListPage = Awaited<ReturnType<typeof fetchOrders>>;

function fetchOrders(query: OrderQuery, page: number, signal: AbortSignal) {
  return call(orderEndpoints.listOrders, { query: { ...query, page } }, { signal });
}

const ordersOf = ({ orders }: ListPage) => orders;

/** The caller's orders, the most recent first. */
export function useOrders(query: OrderQuery) {
  return useLongList({
    queryKey: keys.orders.list(query),
    fetchPage: (page, signal) => fetchOrders(query, page, signal),
    rowsOf: ordersOf,
  });
}

export type OrdersInList = ReturnType<typeof useOrders>;

/** One order; what a list knows of it is shown until it is read. Null id: nothing is read. */
export function useOrder(id: string | null) {
  const queries = useQueryClient();
  return useQuery<Order>({
    queryKey: keys.orders.detail(id ?? ''),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readOrder, { params: { id: id ?? '' } }, { signal }).then(({ order }) => order),
    enabled: id !== null && id !== '',
    placeholderData: () => findListed(queries, keys.orders.lists, ordersOf, ({ _id }) => _id === id),
    ...live,
  });
}

/** What happened to an order, oldest first. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: keys.orders.timeline(id),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readTimeline, { params: { id } }, { signal }).then(({ timeline }) => timeline),
    ...live,
  });
}

/** Shows the changed order at once where there is one, then reads again whatever shows orders. */
export function useInvalidateOrders() {
  const queries = useQueryClient();
  return useCallback(
    (changed?: Order) => {
      if (changed !== undefined) queries.setQueryData(keys.orders.detail(changed._id), changed);
      return invalidate(queries, 'orders');
    },
    [queries],
  );
}

type OrderChange<Input> = {
  mutationFn: (input: Input) => Promise<Order>;
  /** What the toasts say. */
  done: string;
  failed: string;
  onDone?: (order: Order) => void;
};

/** Changes one order and says how it went. After an error the order is read again: another user may have changed it. */
export function useOrderChange<Input>({ mutationFn, done, failed, onDone }: OrderChange<Input>) {
  const invalidateOrders = useInvalidateOrders();
  return useMutation({
    mutationFn,
    onSuccess: (order) => {
      toast.success(done);
      void invalidateOrders(order);
      onDone?.(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, failed));
      void invalidateOrders();
    },
  });
}

import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../lib/api/call.ts';
import { invalidate, keys } from '../lib/api/keys.ts';

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

/** How often a screen that follows orders asks again, ms. */
const LIVE_MS = 20_000;

type ListPage = Awaited<ReturnType<typeof fetchOrders>>;

function fetchOrders(filters: OrderQuery, page: number, signal: AbortSignal) {
  return call(orderEndpoints.listOrders, { query: { ...filters, page } }, { signal });
}

const live = { refetchInterval: LIVE_MS, refetchOnWindowFocus: 'always' } as const;

/** The caller's orders, the most recent first, page after page; renewed every 20 s and on coming back to the screen. */
export function useOrders(filters: OrderQuery) {
  const list = useInfiniteQuery({
    queryKey: keys.orders.list(filters),
    queryFn: ({ pageParam, signal }) => fetchOrders(filters, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: ListPage, pages: ListPage[]) =>
      pages.reduce((sum, page) => sum + page.orders.length, 0) < last.total && last.orders.length > 0
        ? pages.length + 1
        : undefined,
    // While other filters load, the list that stands stays: `isPlaceholderData` says so.
    placeholderData: (previous) => previous,
    ...live,
  });
  const pages = list.data?.pages;
  const orders = useMemo(() => distinct((pages ?? []).flatMap((page) => page.orders)), [pages]);
  const latest = pages?.at(-1);
  return {
    orders,
    total: latest?.total ?? 0,
    counts: latest?.counts,
    revenue: latest?.revenue,
    /** Nothing to show yet. */
    isPending: list.isPending,
    /** Refused, and nothing to show. */
    error: list.data === undefined ? list.error : null,
    /** The last question was not answered; what stands is the answer before it. */
    failure: list.data === undefined ? null : list.error,
    isPlaceholderData: list.isPlaceholderData,
    isFetching: list.isFetching,
    fetchStatus: list.fetchStatus,
    /** When the server said so, ms. */
    updatedAt: list.dataUpdatedAt,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    loadMore: list.fetchNextPage,
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** A list of orders and how it stands: what came, what is on its way, what failed. */
export type OrdersInList = ReturnType<typeof useOrders>;

/** One order; what a list knows of it shows until the answer is there. Null id: nothing is asked. */
export function useOrder(id: string | null) {
  const queries = useQueryClient();
  return useQuery<Order>({
    queryKey: keys.orders.detail(id ?? ''),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readOrder, { params: { id: id ?? '' } }, { signal }).then(({ order }) => order),
    enabled: id !== null && id !== '',
    placeholderData: () => (id === null ? undefined : findListed(queries, id)),
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

function findListed(queries: QueryClient, id: string): Order | undefined {
  const lists = queries.getQueriesData<{ pages: ListPage[] }>({ queryKey: keys.orders.lists });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap((page) => page.orders).find((order) => order._id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A new order between two pages moves the last of one to the top of the next. */
function distinct(orders: Order[]): Order[] {
  return [...new Map(orders.map((order) => [order._id, order])).values()];
}

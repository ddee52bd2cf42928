import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import {
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';

type Row = { _id: string };
type Page = { total: number };
type Pages<P> = { pages: P[] };
type Query = Pick<
  UseQueryResult,
  | 'data'
  | 'error'
  | 'failureReason'
  | 'failureCount'
  | 'isPending'
  | 'isPlaceholderData'
  | 'isFetching'
  | 'fetchStatus'
  | 'dataUpdatedAt'
  | 'refetch'
>;

const nothing: readonly never[] = [];

/** A list for the components of `ui/listing`. */
export function listOf<R>(query: Query, rows: readonly R[] = nothing, total = rows.length) {
  const isLoaded = query.data !== undefined;
  return {
    rows,
    total,
    isLoaded,
    isPending: query.isPending,
    /** Error when there are no rows to show. */
    error: isLoaded ? null : query.error,
    /** Why the last attempt failed, while others follow. */
    failureReason: isLoaded ? null : query.failureReason,
    /** Error of a refetch, from its second attempt on: the shown rows may be outdated. */
    failure: isLoaded ? (query.error ?? (query.failureCount > 1 ? query.failureReason : null)) : null,
    /** The shown rows are those of the previous filters. */
    isOutdated: query.isPlaceholderData,
    isFetching: query.isFetching,
    fetchStatus: query.fetchStatus,
    updatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  };
}

export type List<R = unknown> = ReturnType<typeof listOf<R>>;

type LongList<P, R> = {
  queryKey: QueryKey;
  fetchPage: (page: number, signal: AbortSignal) => Promise<P>;
  rowsOf: (page: P) => readonly R[];
  /** The first page as it was at this moment (ms), until it is loaded. */
  initial?: { page: P; at: number } | null;
};

/** A list with « Voir plus ». The previous rows remain while others load. */
export function useLongList<P extends Page, R extends Row>(options: LongList<P, R>) {
  const { queryKey, fetchPage, rowsOf, initial = null } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: P, pages: P[]) =>
      rowsOf(last).length > 0 &&
      (last.total === MAX_COUNTED + 1 ||
        pages.reduce((sum, page) => sum + rowsOf(page).length, 0) < last.total)
        ? pages.length + 1
        : undefined,
    placeholderData: (previous) => previous,
    ...(initial && {
      initialData: { pages: [initial.page], pageParams: [1] },
      initialDataUpdatedAt: initial.at,
    }),
  });
  const pages = query.data?.pages;
  // A new row moves the last row of a page to the next one: remove duplicates.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowsOf` never changes
  const rows = useMemo(
    () => pages && [...new Map(pages.flatMap(rowsOf).map((row) => [row._id, row])).values()],
    [pages],
  );
  const latest = pages?.at(-1);
  return {
    ...listOf(query, rows, latest?.total),
    /** The page loaded last, for its other fields. */
    latest,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** Finds a row in the cached lists, as placeholder data. */
export function findListed<P, R>(
  queries: QueryClient,
  lists: QueryKey,
  rowsOf: (page: P) => readonly R[],
  matches: (row: R) => boolean,
): R | undefined {
  for (const [, list] of queries.getQueriesData<Pages<P>>({ queryKey: lists })) {
    const found = list?.pages.flatMap(rowsOf).find(matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../lib/api/call.ts';
import { invalidate, keys } from '../../lib/api/keys.ts';
import type { Choice } from './filtering/choice.ts';

/** How often the list asks what has been used meanwhile, ms. */
const LIVE_MS = 20_000;

const live = { refetchInterval: LIVE_MS, refetchOnWindowFocus: 'always' } as const;

type ListPage = Awaited<ReturnType<typeof fetchPage>>;

function fetchPage({ q, used }: Choice, page: number, signal: AbortSignal) {
  return call(prescriptionEndpoints.listMyPrescriptions, { query: { q, used, page } }, { signal });
}

/** Those that the caller wrote, the most recent first, page after page. */
export function useMyPrescriptions(choice: Choice) {
  const list = useInfiniteQuery({
    queryKey: keys.prescriptions.list(choice),
    queryFn: ({ pageParam, signal }) => fetchPage(choice, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: ListPage, pages: ListPage[]) =>
      pages.reduce((sum, page) => sum + page.prescriptions.length, 0) < last.total &&
      last.prescriptions.length > 0
        ? pages.length + 1
        : undefined,
    // While other filters load, the list that stands stays.
    placeholderData: (previous) => previous,
    ...live,
  });
  const pages = list.data?.pages;
  // A new one between two pages moves the last of one to the top of the next.
  const prescriptions = useMemo(
    () => [
      ...new Map((pages ?? []).flatMap((page) => page.prescriptions).map((one) => [one._id, one])).values(),
    ],
    [pages],
  );
  const latest = pages?.at(-1);
  return {
    prescriptions,
    total: latest?.total ?? 0,
    /** Over all of them, whatever the filters; unknown until the first answer. */
    counts: latest?.counts,
    isPending: list.isPending,
    /** Refused, and nothing to show. */
    error: list.data === undefined ? list.error : null,
    /** The last question was not answered; what stands is the answer before it. */
    failure: list.data === undefined ? null : list.error,
    isPlaceholderData: list.isPlaceholderData,
    isFetching: list.isFetching,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    loadMore: list.fetchNextPage,
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** The caller's prescriptions and how the list stands. */
export type ListedPrescriptions = ReturnType<typeof useMyPrescriptions>;

/** One of them by its number; null where there is none. What a list knows of it shows until the answer is there. */
export function usePrescription(number: string | null) {
  const queries = useQueryClient();
  return useQuery<Prescription | null>({
    queryKey: keys.prescriptions.detail(number ?? ''),
    queryFn: ({ signal }) =>
      call(
        prescriptionEndpoints.listMyPrescriptions,
        { query: { q: number ?? '', limit: 1 } },
        { signal },
      ).then(({ prescriptions }) => prescriptions.find((one) => one.prescriptionNumber === number) ?? null),
    enabled: number !== null,
    placeholderData: () => (number === null ? undefined : findListed(queries, number)),
    ...live,
  });
}

/** Shows the changed prescription at once where there is one, then reads again whatever shows prescriptions. */
export function useInvalidatePrescriptions() {
  const queries = useQueryClient();
  return useCallback(
    (changed?: Prescription) => {
      if (changed !== undefined)
        queries.setQueryData(keys.prescriptions.detail(changed.prescriptionNumber), changed);
      return invalidate(queries, 'prescriptions');
    },
    [queries],
  );
}

function findListed(queries: QueryClient, number: string): Prescription | undefined {
  for (const [, list] of queries.getQueriesData<{ pages: ListPage[] }>({
    queryKey: keys.prescriptions.lists,
  })) {
    const found = list?.pages
      .flatMap((page) => page.prescriptions)
      .find((one) => one.prescriptionNumber === number);
    if (found !== undefined) return found;
  }
  return undefined;
}

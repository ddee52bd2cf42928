import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, callFile } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { listOf } from '../../lib/lists.ts';
import type { JournalFilters } from './journal-filters.ts';

/** The journal, latest first, with « Voir plus »: it is never counted. */
export function useJournal(filters: JournalFilters) {
  const query = useInfiniteQuery({
    queryKey: keys.audit.list(filters),
    queryFn: ({ pageParam, signal }) =>
      call(auditEndpoints.listAudit, { query: { ...filters, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: false,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ lines }) => lines), [pages]);
  return {
    ...listOf(query, rows),
    /** What the filters name. */
    named: pages?.[0]?.named ?? { actor: null, customer: null },
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** What these filters show, as CSV. */
export const fetchJournalFile = (filters: JournalFilters) =>
  callFile(auditEndpoints.exportAudit, { query: filters });

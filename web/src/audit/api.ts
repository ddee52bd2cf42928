import { auditGroupLabels, auditGroups, auditKindLabels, auditKinds } from '@amasin/domain/audit/actions.ts';
import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { isDay } from '@amasin/domain/contract/dates.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, callFile } from '../lib/call.ts';
import { formatDate, quoted } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { listOf } from '../lib/lists.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';

const day = (text: string) => (isDay(text) ? text : '');

export const journalFilters = searchParamFilters(
  {
    group: readers.oneOf(auditGroups),
    kind: readers.oneOf(auditKinds),
    actor: readers.id,
    customer: readers.id,
    /** A name, the number of an order or of a prescription, or the id of any subject. */
    subject: readers.text(100),
    from: day,
    to: day,
  },
  (filters) =>
    filters.from !== '' && filters.to !== '' && filters.to < filters.from ? { ...filters, to: '' } : filters,
);

export type JournalFilters = typeof journalFilters.none;

type Named = { actor: string | null; customer: string | null };

/** French descriptions of the active filters, for the count line. */
export function describeFilters(filters: JournalFilters, named: Named): string[] {
  const { group, kind, actor, customer, subject, from, to } = filters;
  const texts: string[] = [];
  if (group !== '') texts.push(auditGroupLabels[group]);
  if (kind !== '') texts.push(auditKindLabels[kind]);
  if (actor !== '') texts.push(`par ${named.actor ?? 'cette personne'}`);
  if (customer !== '') texts.push(`client : ${named.customer ?? 'ce client'}`);
  if (subject.trim() !== '') texts.push(isId(subject) ? 'même objet' : quoted(subject.trim()));
  if (from !== '') texts.push(`depuis le ${formatDate(from)}`);
  if (to !== '') texts.push(`jusqu’au ${formatDate(to)}`);
  return texts;
}

const isId = (subject: string) => readers.id(subject) !== '';

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
    /** Names of the people in the filters. */
    named: pages?.[0]?.named ?? { actor: null, customer: null },
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** The lines that match these filters, as CSV. */
export const fetchJournalFile = (filters: JournalFilters) =>
  callFile(auditEndpoints.exportAudit, { query: filters });

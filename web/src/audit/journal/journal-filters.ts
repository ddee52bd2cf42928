import { auditGroupLabels, auditGroups, auditKindLabels, auditKinds } from '@amasin/domain/audit/actions.ts';
import { isDay } from '@amasin/domain/contract/dates.ts';
import { formatDate, quoted } from '../../lib/format.ts';
import { readers, searchParamFilters } from '../../ui/search-param-filters.ts';

const day = (text: string) => (isDay(text) ? text : '');

export const journalFilters = searchParamFilters(
  {
    group: readers.oneOf(auditGroups),
    kind: readers.oneOf(auditKinds),
    actor: readers.id,
    customer: readers.id,
    /** The number of an order or of a prescription, or the id of any subject. */
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

import { isDay } from '@amasin/domain/contract/dates.ts';
import { quoted } from '../../../lib/format.ts';
import { readers, searchParamFilters } from '../../../ui/search-param-filters.ts';

const readDay = (text: string) => (isDay(text) ? text : '');

export const medicationFilters = searchParamFilters(
  {
    /** Part of a name. */
    q: readers.text(80),
    createdBy: readers.id,
    /** Days in Benin time, both inclusive. */
    from: readDay,
    to: readDay,
    reviewed: readers.oneOf(['true', 'false']),
    page: readers.page,
  },
  (filters) => (filters.to !== '' && filters.to < filters.from ? { ...filters, to: '' } : filters),
);

export type MedicationFilters = typeof medicationFilters.none;

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
const formatDay = (iso: string) => day.format(new Date(iso));

/** French descriptions of the active filters, for the count line. */
export function describeFilters(
  { q, createdBy, from, to, reviewed }: MedicationFilters,
  creator?: string,
): string[] {
  const texts: string[] = [];
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  if (createdBy !== '') texts.push(`Créateur : ${creator ?? 'autre'}`);
  if (from !== '') texts.push(`depuis le ${formatDay(from)}`);
  if (to !== '') texts.push(`jusqu’au ${formatDay(to)}`);
  if (reviewed !== '') texts.push(reviewed === 'true' ? 'Vérifiés' : 'À vérifier');
  return texts;
}

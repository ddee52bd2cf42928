import { isDay } from '@amasin/domain/contract/dates.ts';
import { quoted } from '../../../lib/format/text.ts';
import { addressFilters, readers } from '../../../ui/listing/filters/address-filters.ts';

const readDay = (text: string) => (isDay(text) ? text : '');

export const medicationFilters = addressFilters(
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
  const words: string[] = [];
  if (q.trim() !== '') words.push(quoted(q.trim()));
  if (createdBy !== '') words.push(`Créateur : ${creator ?? 'autre'}`);
  if (from !== '') words.push(`depuis le ${formatDay(from)}`);
  if (to !== '') words.push(`jusqu’au ${formatDay(to)}`);
  if (reviewed !== '') words.push(reviewed === 'true' ? 'Vérifiés' : 'À vérifier');
  return words;
}

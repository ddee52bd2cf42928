import { readUserType, userTypeLabels } from '@amasin/domain/users/user-type.ts';
import { quoted } from '../../../lib/format/text.ts';
import { addressFilters, readers } from '../../../ui/listing/filters/address-filters.ts';

export const accountFilters = addressFilters({
  /** Part of a name, e-mail or telephone. */
  q: readers.text(100),
  type: (text) => readUserType(text) ?? '',
  active: readers.oneOf(['true', 'false']),
  page: readers.page,
});

export type AccountFilters = typeof accountFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters({ q, type, active }: AccountFilters): string[] {
  const words: string[] = [];
  if (q.trim() !== '') words.push(quoted(q.trim()));
  if (type !== '') words.push(userTypeLabels[type]);
  if (active !== '') words.push(active === 'true' ? 'Actifs' : 'Désactivés');
  return words;
}

import { readUserType, userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { quoted } from '../../../lib/format.ts';
import { readers, searchParamFilters } from '../../../ui/search-param-filters.ts';

export const accountFilters = searchParamFilters({
  /** Part of a name, e-mail or telephone. */
  q: readers.text(100),
  type: (text) => readUserType(text) ?? '',
  active: readers.oneOf(['true', 'false']),
  page: readers.page,
});

export type AccountFilters = typeof accountFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters({ q, type, active }: AccountFilters): string[] {
  const texts: string[] = [];
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  if (type !== '') texts.push(userTypeLabels[type]);
  if (active !== '') texts.push(active === 'true' ? 'Actifs' : 'Désactivés');
  return texts;
}

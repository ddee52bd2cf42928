import { quoted } from '../../../lib/format.ts';
import { readers, searchParamFilters } from '../../../ui/search-param-filters.ts';

export const prescriptionFilters = searchParamFilters({
  /** Part of the patient's name or of the number. */
  q: readers.text(100),
  used: readers.oneOf(['true', 'false']),
});

export type PrescriptionFilters = typeof prescriptionFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters({ q, used }: PrescriptionFilters): string[] {
  return [
    ...(used === '' ? [] : [used === 'true' ? 'utilisées' : 'en attente']),
    ...(q.trim() === '' ? [] : [quoted(q.trim())]),
  ];
}

import { quoted } from '../../../lib/format/text.ts';
import { addressFilters, readers } from '../../../ui/listing/filters/address-filters.ts';

export const prescriptionFilters = addressFilters({
  /** Text in the patient's name or in the number. */
  q: readers.text(100),
  used: readers.oneOf(['true', 'false']),
});

export type PrescriptionFilters = typeof prescriptionFilters.none;

/** The filters that are on, in words. */
export function describe({ q, used }: PrescriptionFilters): string[] {
  return [
    ...(used === '' ? [] : [used === 'true' ? 'utilisées' : 'en attente']),
    ...(q.trim() === '' ? [] : [quoted(q.trim())]),
  ];
}

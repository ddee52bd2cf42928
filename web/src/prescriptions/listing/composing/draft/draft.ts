import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { formatPhone } from '../../../../lib/format/phone.ts';
import { toItems } from '../../../writing/to-items.ts';
import { isSameLines, readLines, type WrittenLine } from '../../../writing/written-line.ts';

/** A prescription being written or changed. */
export type Draft = {
  patientName: string;
  patientPhone: string;
  /** Key of the file; null while there is none. */
  url: string | null;
  lines: readonly WrittenLine[];
};

export const emptyDraft: Draft = { patientName: '', patientPhone: '', url: null, lines: [] };

/** A prescription as it stands, to be changed. The form of its medicines is not known here. */
export function draftOf({ patientName, patientPhone, url, items }: Prescription): Draft {
  return {
    patientName,
    patientPhone: formatPhone(patientPhone ?? ''),
    url,
    lines: items.map(({ medicationId, label, price, quantity }) => ({
      medicationId,
      label,
      form: null,
      price,
      quantity,
    })),
  };
}

export function isSameDraft(some: Draft, other: Draft): boolean {
  return (
    some.patientName === other.patientName &&
    some.patientPhone === other.patientPhone &&
    some.url === other.url &&
    isSameLines(some.lines, other.lines)
  );
}

/** What is sent of it. */
export function bodyOf({ patientName, patientPhone, url, lines }: Draft) {
  return { patientName, patientPhone, url, items: toItems(lines) };
}

/** A draft as it was kept on the device; null for anything else. */
export function readDraft(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { patientName, patientPhone, url, lines: keptLines } = kept as Partial<Record<keyof Draft, unknown>>;
  const lines = readLines(keptLines);
  if (typeof patientName !== 'string' || typeof patientPhone !== 'string' || lines === null) return null;
  return { patientName, patientPhone, url: typeof url === 'string' ? url : null, lines };
}

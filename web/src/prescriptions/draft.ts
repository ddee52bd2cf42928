import { hasVisibleSign } from '@amasin/domain/contract/signs.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { INVALID_PHONE, normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { formatPhone } from '../lib/format.ts';
import { wrongQuantity } from '../lib/quantity.ts';
import { nullable, number, object, or, text } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import {
  type Current,
  isSameLines,
  isValid,
  refreshLines,
  savedLines,
  toItems,
  type WrittenLine,
  writtenLines,
} from './written-line.ts';

/** Value of the search param of the form for a new prescription. */
export const NEW_PRESCRIPTION = 'new';

/** For the same patient, or for another one. */
export type Reuse = 'renew' | 'copy';

/** Value of the search param for a new prescription with the lines of this one. */
export const reuseOf = (how: Reuse, number: string) => `${how}:${number}`;

type Target =
  | { how: 'new' }
  | { how: Reuse; number: string }
  /** Edits an existing prescription. */
  | { how: 'edit'; number: string };

export function readTarget(value: string): Target {
  if (value === NEW_PRESCRIPTION) return { how: 'new' };
  const [, how, number] = /^(renew|copy):(.*)$/.exec(value) ?? [];
  if (number === undefined) return { how: 'edit', number: value };
  return { how: how === 'renew' ? 'renew' : 'copy', number };
}

/** A prescription being created or edited. */
export type PrescriptionDraft = {
  patientName: string;
  patientPhone: string;
  /** The patient’s age; null when it is not written. */
  patientMonths: number | null;
  /** Key of the uploaded file, if any. */
  url: string | null;
  lines: readonly WrittenLine[];
};

export const emptyPrescription: PrescriptionDraft = {
  patientName: '',
  patientPhone: '',
  patientMonths: null,
  url: null,
  lines: [],
};

/** The patient of a consultation; each consultation has its own stored draft. */
export type Patient = { consultationId: string; name: string; phone: string | null };

/** The initial draft of a new prescription for this patient, if any. */
export function newPrescriptionDraft(patient: Patient | null): PrescriptionDraft {
  if (patient === null) return emptyPrescription;
  return { ...emptyPrescription, patientName: patient.name, patientPhone: formatPhone(patient.phone ?? '') };
}

/** The draft for editing a prescription, whose items have no form. */
export function draftOf({
  patientName,
  patientPhone,
  patientMonths,
  url,
  items,
}: Prescription): PrescriptionDraft {
  return {
    patientName,
    patientPhone: formatPhone(patientPhone ?? ''),
    patientMonths: patientMonths ?? null,
    url,
    lines: savedLines(items),
  };
}

/** The initial draft of a new prescription with the lines of an earlier one that are still sold, at today's prices. */
export function reusedDraft(
  source: Prescription,
  how: Reuse,
  current: readonly Current[],
): PrescriptionDraft {
  const { patientName, patientPhone, lines } = draftOf(source);
  const sold = new Set(current.filter(({ price }) => price > 0).map(({ _id }) => _id));
  return {
    ...emptyPrescription,
    ...(how === 'renew' && { patientName, patientPhone }),
    lines: refreshLines(lines, current)
      .filter(({ medicationId }) => sold.has(medicationId))
      // The end of its validity was that of the earlier one.
      .map(({ deliverBefore: _, ...line }) => line),
  };
}

export function isSameDraft(some: PrescriptionDraft, other: PrescriptionDraft): boolean {
  return (
    some.patientName === other.patientName &&
    some.patientPhone === other.patientPhone &&
    some.patientMonths === other.patientMonths &&
    some.url === other.url &&
    isSameLines(some.lines, other.lines)
  );
}

/** The body of the request. */
export function bodyOf({ patientName, patientPhone, patientMonths, url, lines }: PrescriptionDraft) {
  const age: { patientMonths?: number | null } = patientMonths === null ? {} : { patientMonths };
  return { patientName, patientPhone, ...age, url, items: toItems(lines) };
}

/** The draft that is kept on the device under this name. */
export const keptDraft = (name: string) =>
  storedOf(
    name,
    object<PrescriptionDraft>({
      patientName: text,
      patientPhone: text,
      patientMonths: or(nullable(number), null),
      url: or(nullable(text), null),
      lines: writtenLines,
    }),
  );

/** The body of an edit: without the items when they are unchanged, so that their frozen prices remain (rule 2). */
export function changedParts(
  draft: PrescriptionDraft,
  first: PrescriptionDraft,
): Partial<ReturnType<typeof bodyOf>> {
  const { patientName, patientPhone, url, items } = bodyOf(draft);
  return {
    ...(patientName !== first.patientName && { patientName }),
    ...(patientPhone !== first.patientPhone && { patientPhone }),
    ...(draft.patientMonths !== first.patientMonths && { patientMonths: draft.patientMonths }),
    ...(url !== first.url && { url }),
    ...(!isSameLines(draft.lines, first.lines) && { items }),
  };
}

/** The fields of the form in their order, named as in the body. */
export const fields = ['patientPhone', 'patientName', 'url', 'items'] as const;

export type Field = (typeof fields)[number];
export type Errors = { [F in Field]?: string };

const NAME_MAX = 120;

/** Validates a prescription before it is sent, with the messages of the server. */
export function checkPrescriptionDraft({ patientName, patientPhone, url, lines }: PrescriptionDraft): Errors {
  const errors: Errors = {};
  const name = patientName.trim();
  if (!hasVisibleSign(name)) errors.patientName = 'Nom du patient requis';
  else if (name.length > NAME_MAX) errors.patientName = `${NAME_MAX} caractères maximum`;
  if (patientPhone.trim() === '') errors.patientPhone = 'Téléphone du patient requis';
  else if (normalizePhone(patientPhone) === null) errors.patientPhone = INVALID_PHONE;
  if (url === null) errors.url = 'Veuillez joindre un fichier';
  // A wrong quantity is said at its line.
  if (!lines.some((line) => isValid(line) || wrongQuantity(line)))
    errors.items = 'Ajouter au moins un médicament';
  return errors;
}

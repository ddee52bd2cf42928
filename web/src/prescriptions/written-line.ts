import type { RefusalCode } from '@amasin/domain/contract/refusals.ts';
import { type MedicationForm, medicationForms } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { type FixedReason, fixedReasons } from '@amasin/domain/orders/substitution.ts';
import type { PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import { QUANTITY_MAX, readQuantity } from '../lib/quantity.ts';
import { flag, nullable, number, object, oneOf, type Schema, text, where } from '../lib/schema.ts';

/** One medicine of a prescription being written. `price` is the catalogue's, in FCFA; 0 if it has none. */
export type WrittenLine = {
  medicationId: string;
  label: string;
  /** Null for a saved item. */
  form: MedicationForm | null;
  price: number;
  quantity: number;
  /** The text typed in place of the quantity, while it is not one: the line is neither counted nor sent. */
  typed?: string | undefined;
  /** What it is made of, null when the catalogue does not say; missing in a saved item. */
  substances?: string | null | undefined;
  /** Nobody has checked its price yet: the line counts as 0. */
  waits?: boolean | undefined;
  /** Empty or missing when nothing is written. */
  posology?: string | undefined;
  duration?: string | undefined;
  /** How it may be given (rule 54); what is missing stays as the server has it. */
  repeats?: number | undefined;
  repeatDays?: number | undefined;
  /** Empty for the usual end. */
  deliverBefore?: string | undefined;
  maySplit?: boolean | undefined;
  /** Why no other medicine may be given instead; empty when one may. */
  fixedReason?: FixedReason | '' | undefined;
};

/** A medicine as the catalogue has it now. */
export type Current = Pick<Medication, '_id' | 'label' | 'form' | 'price' | 'awaitsReview'> &
  Partial<Pick<Medication, 'substances'>>;

/** Adding a medicine again increases its quantity, and updates its price. */
export function addLine(lines: readonly WrittenLine[], medication: Current): WrittenLine[] {
  const { _id: medicationId, label, form, substances } = medication;
  const priced = pricedAs(medication);
  const before = lines.find((line) => line.medicationId === medicationId);
  if (before === undefined)
    return [...lines, { medicationId, label, form, substances, ...priced, quantity: 1 }];
  const quantity = Math.min(before.quantity + 1, QUANTITY_MAX);
  return lines.map((line) =>
    line === before ? { ...line, form, substances, ...priced, quantity, typed: undefined } : line,
  );
}

function pricedAs({ price, awaitsReview }: Pick<Current, 'price' | 'awaitsReview'>) {
  return awaitsReview ? { price: 0, waits: true } : { price, waits: undefined };
}

/** The lines of a saved prescription. */
export const savedLines = (items: readonly (OrderItem & Partial<PrescriptionLine>)[]): WrittenLine[] =>
  items.map(({ review, form = null, dueFrom: _, given: __, remaining: ___, ...item }) => ({
    ...item,
    form,
    ...(review === 'waiting' && { waits: true }),
  }));

/** The line with this text in its quantity, which keeps its former value while the text is not one. */
export function writeQuantity(line: WrittenLine, typed: string): WrittenLine {
  const quantity = readQuantity(typed);
  return quantity === null ? { ...line, typed } : { ...line, quantity, typed: undefined };
}

/** The server drops other lines. */
export function isValid({ label, price, typed, waits }: WrittenLine): boolean {
  return label.trim() !== '' && (price > 0 || waits === true) && typed === undefined;
}

/** Total of the valid lines, FCFA. */
export function totalOf(lines: readonly WrittenLine[]): number {
  return lines.filter(isValid).reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Updates names and prices from the catalogue. */
export function refreshLines(lines: readonly WrittenLine[], found: readonly Current[]): WrittenLine[] {
  const present = new Map(found.map((medication) => [medication._id, medication]));
  return lines.map((line) => {
    const medication = present.get(line.medicationId);
    if (medication === undefined) return line;
    const { label, form, substances } = medication;
    return { ...line, label, form, substances, ...pricedAs(medication) };
  });
}

export function isSameLines(some: readonly WrittenLine[], others: readonly WrittenLine[]): boolean {
  return (
    some.length === others.length &&
    some.every((line, index) => {
      const other = others[index];
      return (
        other !== undefined &&
        other.medicationId === line.medicationId &&
        other.quantity === line.quantity &&
        other.typed === line.typed &&
        other.price === line.price &&
        (other.posology ?? '') === (line.posology ?? '') &&
        (other.duration ?? '') === (line.duration ?? '') &&
        JSON.stringify(givingOf(other)) === JSON.stringify(givingOf(line))
      );
    })
  );
}

const optional =
  <T>(schema: Schema<T>): Schema<T | undefined> =>
  (value) =>
    value === undefined ? undefined : schema(value);

const writtenLine = object<WrittenLine>({
  medicationId: text,
  label: text,
  form: nullable(oneOf(medicationForms)),
  price: where(number, Number.isInteger),
  quantity: where(number, (quantity) => readQuantity(String(quantity)) === quantity),
  typed: optional(text),
  substances: optional(nullable(text)),
  waits: optional(flag),
  posology: optional(text),
  duration: optional(text),
  repeats: optional(number),
  repeatDays: optional(number),
  deliverBefore: optional(text),
  maySplit: optional(flag),
  fixedReason: optional(oneOf([...fixedReasons, ''])),
});

/** Reads stored lines: all of them or none, because a prescription must not lose a medicine unnoticed. */
export const writtenLines: Schema<readonly WrittenLine[]> = (stored) => {
  if (!Array.isArray(stored)) throw new TypeError('not a list of lines');
  return stored.map(writtenLine);
};

/** How a line may be given, as it is sent: null takes away what was written before. */
function givingOf({ repeats, repeatDays, deliverBefore, maySplit, fixedReason }: WrittenLine) {
  return {
    ...(repeats !== undefined && { repeats, repeatDays: repeats > 0 ? (repeatDays ?? null) : null }),
    ...(deliverBefore !== undefined && { deliverBefore: deliverBefore || null }),
    ...(maySplit !== undefined && { maySplit }),
    ...(fixedReason !== undefined && { fixedReason: fixedReason || null }),
  };
}

/** The items to send: valid lines, at the prices shown. */
export function toItems(lines: readonly WrittenLine[]) {
  return lines.filter(isValid).map((line) => {
    const { medicationId, label, quantity, price, waits, posology, duration } = line;
    return {
      medicationId,
      label,
      quantity,
      // The server drops lines at 0.
      ...(!waits && { price }),
      ...(posology && { posology }),
      ...(duration && { duration }),
      ...givingOf(line),
    };
  });
}

/** Refusals after a change of the catalogue. */
export const catalogueCodes: readonly string[] = [
  'AMOUNT_CHANGED',
  'MEDICATION_UNAVAILABLE',
  'MEDICINE_RECALLED',
  'MEDICATION_NOT_PRICED',
] satisfies RefusalCode[];

const ITEM_PATH = /^(?:prescription\.)?items\.(\d+)\./;

/** The messages of a 422 by medicine. Indexes are those of the lines sent by `toItems`. */
export function errorsByMedicine(
  fields: Readonly<Record<string, string>>,
  lines: readonly WrittenLine[],
): ReadonlyMap<string, string> {
  const sent = lines.filter(isValid);
  const errors = new Map<string, string>();
  for (const [path, message] of Object.entries(fields)) {
    const line = sent[Number(ITEM_PATH.exec(path)?.[1] ?? Number.NaN)];
    if (line !== undefined) errors.set(line.medicationId, message);
  }
  return errors;
}

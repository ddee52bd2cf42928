import { type MedicationForm, medicationForms } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';

/** One medicine of a prescription being written; `price` is the catalogue's, FCFA, 0 while it has none. */
export type WrittenLine = {
  medicationId: string;
  label: string;
  /** Not known of a line that was written earlier. */
  form: MedicationForm | null;
  price: number;
  quantity: number;
};

export const QUANTITY_MAX = 999;

type Chosen = Pick<Medication, '_id' | 'label' | 'form' | 'price'>;

/** Chosen again, a medicine is counted once more, at the price of today. */
export function addLine(lines: readonly WrittenLine[], chosen: Chosen): WrittenLine[] {
  const { _id: medicationId, label, form, price } = chosen;
  const before = lines.find((line) => line.medicationId === medicationId);
  if (before === undefined) return [...lines, { medicationId, label, form, price, quantity: 1 }];
  const quantity = Math.min(before.quantity + 1, QUANTITY_MAX);
  return lines.map((line) => (line === before ? { ...line, form, price, quantity } : line));
}

/** At least 1, and 1 for what is no number (SPEC 5). */
export function readQuantity(typed: string): number {
  const quantity = Math.trunc(Number(typed));
  return quantity >= 1 ? Math.min(quantity, QUANTITY_MAX) : 1;
}

/** What a prescription retains of its lines (SPEC 5); the server drops the others. */
export function isKept({ label, price, quantity }: WrittenLine): boolean {
  return label.trim() !== '' && price > 0 && quantity > 0;
}

/** Of the lines that are kept, FCFA. */
export function totalOf(lines: readonly WrittenLine[]): number {
  return lines.filter(isKept).reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Takes over the prices and names of the catalogue. */
export function renewLines(lines: readonly WrittenLine[], found: readonly Chosen[]): WrittenLine[] {
  const present = new Map(found.map((medication) => [medication._id, medication]));
  return lines.map((line) => {
    const medication = present.get(line.medicationId);
    if (medication === undefined) return line;
    const { label, form, price } = medication;
    return { ...line, label, form, price };
  });
}

export function isSameLines(some: readonly WrittenLine[], others: readonly WrittenLine[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ medicationId, quantity, price }, index) => {
      const other = others[index];
      return other?.medicationId === medicationId && other.quantity === quantity && other.price === price;
    })
  );
}

/** Lines as they were kept on the device; null for anything else. */
export function readLines(kept: unknown): WrittenLine[] | null {
  return Array.isArray(kept) && kept.every(isLine) ? kept : null;
}

function isLine(value: unknown): value is WrittenLine {
  if (typeof value !== 'object' || value === null) return false;
  const { medicationId, label, form, price, quantity } = value as Partial<Record<keyof WrittenLine, unknown>>;
  return (
    typeof medicationId === 'string' &&
    typeof label === 'string' &&
    (form === null || medicationForms.some((known) => known === form)) &&
    Number.isInteger(price) &&
    typeof quantity === 'number' &&
    readQuantity(String(quantity)) === quantity
  );
}

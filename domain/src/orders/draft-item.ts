import { z } from 'zod';
import { id, plainText } from '../contract/text.ts';
import { instructions } from '../prescriptions/instructions.ts';

const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';

/**
 * One item of an order as a client sends it: a medicine by id, or by label and form (rule 3). `price` is only compared
 * with the catalogue's.
 */
export const draftItem = z
  .object({
    medicationId: id.nullish(),
    label: plainText(200).nullish(),
    form: plainText(40).nullish(),
    quantity: z.int({ error: QUANTITY }).min(1, QUANTITY).max(999, QUANTITY),
    price: z.number().nullish(),
  })
  .refine((item) => Boolean(item.medicationId) || Boolean(item.label), {
    path: ['label'],
    message: 'Médicament requis',
  });

export type DraftItem = z.output<typeof draftItem>;

/** An item that a pharmacist or a prescriber writes. Customers write no instructions. */
const prescribedItem = draftItem.safeExtend(instructions.shape);

export type PrescribedItem = z.output<typeof prescribedItem>;

/**
 * The items that a pharmacist or a prescriber enters. Lines without a label, a quantity or a price above 0 are dropped;
 * `emptyMessage` is the error if no line is left.
 */
export function prescribedItems(emptyMessage: string) {
  return z
    .array(z.unknown(), { error: emptyMessage })
    .transform((lines) => lines.filter(isFilledIn))
    .pipe(z.array(prescribedItem).min(1, emptyMessage).max(100, '100 lignes maximum'));
}

function isFilledIn(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { label, medicationId, quantity, price } = line as Record<string, unknown>;
  const named = typeof medicationId === 'string' || (typeof label === 'string' && label.trim() !== '');
  return named && quantity != null && !isZeroOrLess(quantity) && !isZeroOrLess(price);
}

const isZeroOrLess = (value: unknown): boolean => typeof value === 'number' && value <= 0;

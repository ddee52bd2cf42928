import { z } from 'zod';
import { id, plainText } from '../contract/text.ts';

const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';

/**
 * One line of an order as a browser sends it: a medicine by id, or by label and form (RULES 3). `price` is compared
 * with the catalogue's, never believed.
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

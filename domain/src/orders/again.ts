import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id } from '../contract/text.ts';
import { medicationForms } from '../medications/form.ts';

/** The lines with which an earlier order is ordered again without prescription, at today's prices. */
export const orderAgain = z.object({
  items: z.array(
    z.object({
      medicationId: id,
      label: z.string(),
      form: z.enum(medicationForms),
      price: fcfa,
      quantity: z.int(),
    }),
  ),
  /** Labels of the medicines that are no longer sold. */
  gone: z.array(z.string()),
  /** Labels of the medicines that require a prescription. */
  prescribed: z.array(z.string()),
  /** Id of its zone; null when it is no longer served. */
  zone: id.nullable(),
  address: z.string(),
  /** Whether it used an insurance card. */
  insured: z.boolean(),
});

export type OrderAgain = z.output<typeof orderAgain>;

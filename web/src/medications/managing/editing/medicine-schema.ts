import { newMedication, PRICE_FIRST } from '@amasin/domain/medications/medication.ts';
import { z } from 'zod';
import { readPrice } from '../../../lib/format.ts';

/** The typed values of the form. Lazy: it imports zod. */
export const medicineSchema = newMedication
  .extend({
    price: z
      .string()
      .transform((typed) => readPrice(typed) ?? Number.NaN)
      .pipe(newMedication.shape.price.unwrap()),
    approve: z.boolean(),
  })
  .refine(({ price, approve }) => !approve || price > 0, { path: ['price'], message: PRICE_FIRST });

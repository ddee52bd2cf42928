import { z } from 'zod';
import { moment } from '../contract/text.ts';
import { medicationForms } from './form.ts';
import { medication, price } from './medication.ts';

/** A medicine that a prescriber added, whose price a pharmacist or a supervisor has to check (rule 20). */
export const medicineToReview = medication
  .pick({ _id: true, label: true, form: true, price: true, createdAt: true })
  .extend({
    author: z.string().nullable(),
    /** When a prescription first needed it; null before. */
    askedAt: moment.nullable(),
    /** The numbers of prescriptions that wait for it, the oldest first, at most five. */
    prescriptions: z.array(z.string()),
    /** Other medicines of this name in the catalogue. */
    alike: z.array(medication.pick({ _id: true, form: true, price: true })),
  });

export type MedicineToReview = z.output<typeof medicineToReview>;

/** Body of POST /medications/{id}/review: refused, or approved at this price. */
export const medicationReview = z
  .object({
    decision: z.enum(['approve', 'refuse'], { error: 'Indiquez si vous approuvez ou refusez' }),
    price: price.optional(),
    form: z.enum(medicationForms, { error: 'Forme inconnue' }).optional(),
  })
  .refine(({ decision, price: checked = 0 }) => decision === 'refuse' || checked > 0, {
    message: 'Le prix doit être supérieur à 0',
    path: ['price'],
  });

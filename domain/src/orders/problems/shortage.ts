import { z } from 'zod';
import { id, optionalText } from '../../contract/text.ts';
import { concernsLine, SHORTAGE_NOTE_MAX, shortageReasons } from './shortage-reason.ts';

/** Body of POST /orders/{id}/shortage. */
export const shortage = z
  .object({
    reason: z.enum(shortageReasons, { error: 'Indiquez une raison' }),
    /** The line that it concerns. */
    medicationId: id.nullish(),
    note: optionalText(SHORTAGE_NOTE_MAX),
  })
  .refine(({ reason, medicationId }) => !concernsLine(reason) || Boolean(medicationId), {
    message: 'Indiquez le médicament',
    path: ['medicationId'],
  });

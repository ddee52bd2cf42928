import { z } from 'zod';
import { challenge } from './contract/captcha.ts';
import { medication } from './medications/medication.ts';
import { blockingItem } from './users/blocking-item.ts';

/**
 * The body of every refused call. `fields` maps dotted paths to French texts; `quote` comes with AMOUNT_CHANGED, `order`
 * with ALREADY_PAID, `medications` with MEDICATION_EXISTS and MEDICATION_ALIKE, `open` with OPEN_ORDERS of a customer, `challenge` with
 * TOO_MANY_TRIES where a proof of work replaces the wait.
 */
export const errorResponse = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  quote: z.record(z.string(), z.number()).optional(),
  order: z.object({ _id: z.string(), number: z.string() }).optional(),
  challenge: challenge.optional(),
  medications: z.array(medication).optional(),
  open: z.array(blockingItem).optional(),
  /** Present on server errors, for the user to quote when they call support. */
  reference: z.string().optional(),
});

export type ErrorResponse = z.output<typeof errorResponse>;

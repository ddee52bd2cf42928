import { z } from 'zod';

/** What every refused call answers. `fields` goes from a dotted path to a French text; `quote` comes with AMOUNT_CHANGED. */
export const errorAnswer = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  quote: z.record(z.string(), z.number()).optional(),
  /** Given with our own faults, to be read to us on the telephone. */
  reference: z.string().optional(),
});

export type ErrorAnswer = z.output<typeof errorAnswer>;

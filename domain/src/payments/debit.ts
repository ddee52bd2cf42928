import { z } from 'zod';
import { id, moment } from '../contract/text.ts';
import { person } from '../users/user.ts';

/** Money that a provider reported beside the payments: a second debit of a settled payment, or an unknown transaction. */
export const strayDebit = z.object({
  _id: id,
  transactionId: z.string(),
  reference: z.string().nullable(),
  /** The amount and currency that were reported, even if absurd; null when they were not. */
  received: z.object({ amount: z.number().nullable(), currency: z.string().nullable() }),
  /** Null for an unknown transaction. */
  customer: person.nullable(),
  order: z.object({ _id: id, number: z.string() }).nullable(),
  canRefund: z.boolean(),
  at: moment,
});

export type StrayDebit = z.output<typeof strayDebit>;

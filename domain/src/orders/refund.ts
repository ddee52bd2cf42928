import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { person } from '../users/user.ts';

/**
 * States of a refund. `asked`: decided, not sent yet, or sent without a response; `sent`: pending at the provider; `failed`: refused
 * by the provider until a supervisor asks again.
 */
export const refundStates = ['asked', 'sent', 'done', 'failed'] as const;

export type RefundState = (typeof refundStates)[number];

/** Words the state for the customer: a failed refund is still owed, and a supervisor asks for it again. */
export const refundLabel = (state: RefundState): string => (state === 'done' ? 'effectué' : 'en cours');

/** A refund as its customer reads it, and supervisors with more. */
export const refundSummary = z.object({
  amount: fcfa,
  state: z.enum(refundStates),
  /** For supervisors: who noted that it was paid back otherwise than by the provider, and how. */
  settled: z.object({ by: z.string(), note: z.string() }).optional(),
});

export type RefundSummary = z.output<typeof refundSummary>;

/** A refund that is not done yet, for supervisors. */
export const openRefund = z.object({
  _id: id,
  transactionId: z.string(),
  /** The provider's own reference of the money. */
  reference: z.string(),
  /** The provider in whose dashboard a supervisor has to make it; null when we ask the provider for it. */
  byHandAt: z.string().nullable(),
  /** It failed, and may be done at the provider nevertheless. */
  mayBeDone: z.boolean(),
  amount: fcfa,
  state: z.enum(refundStates),
  customer: person,
  /** The cancelled order that it pays back, if it is one. */
  order: z.object({ _id: id, number: z.string() }).nullable(),
  askedAt: moment,
});

export type OpenRefund = z.output<typeof openRefund>;

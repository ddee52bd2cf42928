import { z } from 'zod';
import { fcfa, fcfaSum } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { month } from '../statements/statement.ts';
import { bearers, claimReasons, claimStates } from './lifecycle.ts';

/** The claim of an insurer for the orders that ended in a month: its state is that of its lines. */
export const claim = z.object({
  insurer: z.object({ _id: id, name: z.string() }),
  month,
  /** The month is not over: more may be added. */
  provisional: z.boolean(),
  lines: z.int().min(0),
  amount: fcfaSum,
  /** Of the lines in each state. */
  sums: z.array(z.object({ state: z.enum(claimStates), lines: z.int(), amount: fcfaSum })),
  /** Until when it is to be paid: the last sending and the delay of the insurer; null before it is sent. */
  dueAt: moment.nullable(),
});

export type Claim = z.output<typeof claim>;

/** One order of a claim, with what the insurer needs to know it. */
export const claimLine = z.object({
  _id: id,
  order: z.object({ _id: id, number: z.string() }),
  /** When the order ended. */
  at: moment,
  insured: z.string(),
  cardLabel: z.string().nullable(),
  taux: z.int(),
  /** The key of the photograph of the card; null once it was erased. */
  cardUrl: z.string().nullable(),
  /** What the insurer covers, FCFA. */
  amount: fcfa,
  state: z.enum(claimStates),
  /** Why it was refused, and who bears it; null for any other. */
  reason: z.enum(claimReasons).nullable(),
  bearer: z.enum(bearers).nullable(),
});

export type ClaimLine = z.output<typeof claimLine>;

/** A paid order whose insurer nobody has named. */
export const unnamedOrder = z.object({
  _id: id,
  number: z.string(),
  customer: z.string(),
  cardLabel: z.string().nullable(),
  taux: z.int(),
  cardUrl: z.string().nullable(),
  amount: fcfa,
});

export type UnnamedOrder = z.output<typeof unnamedOrder>;

/** Body of POST /claims/lines/{id}: what the insurer has answered about one order. */
export const lineChange = z
  .object({
    state: z.enum(claimStates, { error: 'Indiquez l’état' }),
    reason: z.enum(claimReasons, { error: 'Indiquez une raison' }).nullish(),
  })
  .refine(({ state, reason }) => (state === 'refused') === (reason != null), {
    path: ['reason'],
    message: 'Indiquez une raison',
  });

import { z } from 'zod';
import { payeeTypes } from '../benefits/payee.ts';
import { payoutStates } from '../benefits/payout-state.ts';
import { handMethods } from '../benefits/settlement.ts';
import { fcfa, fcfaSum } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { operators } from '../payments/operators.ts';
import { isMonth } from './month.ts';
import { correctionReasons, lineKinds } from './sums.ts';

export const statementHolder = z.object({ _id: id, name: z.string(), type: z.enum(payeeTypes) });

/** A month in Benin, `2026-10`. */
export const month = z.string().refine(isMonth, 'Mois invalide');

/** A month of a payee, in FCFA. */
export const statementMonth = z.object({
  month,
  /** The month is not over: more may be added. */
  provisional: z.boolean(),
  lines: z.int().min(0),
  /** `earned` − `corrected`; below 0 when more was given back than earned. */
  amount: z.int(),
  /** `closing` = `opening` + `earned` − `corrected` − `paid` + `returned`. */
  balance: z.object({
    opening: z.int(),
    earned: fcfaSum,
    corrected: fcfaSum,
    paid: fcfaSum,
    returned: fcfaSum,
    closing: z.int(),
  }),
});

export type StatementMonth = z.output<typeof statementMonth>;

export const statementLine = z.object({
  kind: z.enum(lineKinds),
  at: moment,
  amount: fcfa,
  /** Why a correction was made; null for other lines. */
  reason: z.enum(correctionReasons).nullable(),
  /** The number of a prescriber's prescription, or of a pharmacy's or courier's order; null for a payout. */
  number: z.string().nullable(),
  /** The present state of a payout that a provider makes; null for one noted as paid by hand at once, and for other lines. */
  state: z.enum(payoutStates).nullable(),
  /** The account of a payout, its number masked; null when it was paid by hand. */
  operator: z.enum(operators).nullable(),
  phone: z.string().nullable(),
  /** How a payout was made by hand, and under which reference; null for other lines. */
  method: z.enum(handMethods).nullable(),
  reference: z.string().nullable(),
});

export type StatementLine = z.output<typeof statementLine>;

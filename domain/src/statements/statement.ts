import { z } from 'zod';
import { payoutStates } from '../benefits/payout-state.ts';
import { fcfa, fcfaSum } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { operators } from '../payments/operators.ts';
import { holderTypes } from './holder.ts';
import { isMonth } from './month.ts';
import { lineKinds } from './sums.ts';

export const statementHolder = z.object({ _id: id, name: z.string(), type: z.enum(holderTypes) });

/** A month in Benin, `2026-10`. */
export const month = z.string().refine(isMonth, 'Mois invalide');

/** A month of a partner or a pharmacy, in FCFA. */
export const statementMonth = z.object({
  month,
  /** The month is not over: more may be added. */
  provisional: z.boolean(),
  lines: z.int().min(0),
  /** The earnings of a partner, or the value of the medicines in the ended orders of a pharmacy. */
  amount: fcfaSum,
  /** Absent for a pharmacy. `closing` = `opening` + `earned` − `paid` + `returned`. */
  balance: z
    .object({ opening: z.int(), earned: fcfaSum, paid: fcfaSum, returned: fcfaSum, closing: z.int() })
    .optional(),
});

export type StatementMonth = z.output<typeof statementMonth>;

export const statementLine = z.object({
  kind: z.enum(lineKinds),
  at: moment,
  amount: fcfa,
  /** The number of the prescription of a share, or of a pharmacy's order; null for a payout. */
  number: z.string().nullable(),
  /** The present state of a payout that a provider makes; null for one noted as paid by hand at once, and for other lines. */
  state: z.enum(payoutStates).nullable(),
  /** The account of a payout, its number masked; null when it was paid by hand. */
  operator: z.enum(operators).nullable(),
  phone: z.string().nullable(),
});

export type StatementLine = z.output<typeof statementLine>;

import { bearers, claimReasons, claimStates, owedStates } from '@amasin/domain/claims/lifecycle.ts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, oneOf, primaryId, reference } from './columns.ts';
import { insurers } from './insurance.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/**
 * The reduction of a paid order and the insurer who owes it, with what became of asking for it (rule 60). An order without a row has an
 * insurer to be named. A month is no row: it is the lines whose orders ended in it.
 */
export const claimLines = pgTable(
  'claim_lines',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    insurerId: reference('insurer_id', () => insurers.id).notNull(),
    state: text('state', { enum: claimStates }).notNull().default('to-send'),
    /** What the insurer was last asked for; null before, when it follows from the ledger. */
    amount: fcfa('amount_fcfa'),
    /** Why it was last refused, and who bears it by the setting of that time. */
    reason: text('reason', { enum: claimReasons }),
    bearer: text('bearer', { enum: bearers }),
    sentAt: moment('sent_at'),
    changedAt: moment('changed_at').notNull(),
    changedById: reference('changed_by_id', () => users.id),
  },
  (t) => [
    check('claim_lines_state', oneOf(t.state, claimStates)),
    check('claim_lines_reason_known', oneOf(t.reason, claimReasons)),
    check('claim_lines_bearer_known', oneOf(t.bearer, bearers)),
    check('claim_lines_amount', sql`${t.amount} > 0`),
    check(
      'claim_lines_sent',
      sql`num_nulls(${t.amount}, ${t.sentAt}) = case ${t.state} when 'to-send' then 2 else 0 end`,
    ),
    check(
      'claim_lines_refused',
      sql`(${t.reason} is null) = (${t.bearer} is null) and (${t.state} <> 'refused' or ${t.reason} is not null)`,
    ),
    uniqueIndex('claim_lines_order_unique').on(t.orderId),
    index('claim_lines_insurer').on(t.insurerId),
    // What an insurer owes is a sum of these.
    index('claim_lines_owed').on(t.insurerId, t.orderId).where(oneOf(t.state, owedStates)),
    index('claim_lines_changed_by').on(t.changedById).where(sql`${t.changedById} is not null`),
  ],
);

export type ClaimLineRow = typeof claimLines.$inferSelect;

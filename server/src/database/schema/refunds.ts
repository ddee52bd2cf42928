import { refundReasons, refundStates, refundWays } from '@amasin/domain/orders/refund.ts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, noteIf, oneOf, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { users } from './users.ts';

/** Money to pay back, decided by a supervisor and sent by a repeated job. Its id is the provider's key: sent again, it pays once. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: reference('payment_id', () => payments.id).notNull(),
    /** The provider's reference of the money received. */
    debit: text('debit').notNull(),
    customerId: reference('customer_id', () => users.id).notNull(),
    /** The order that it pays back: in part if it has lines, else all that remained when it was cancelled; null for money that bought nothing. */
    orderId: reference('order_id', () => orders.id),
    amount: fcfa('amount_fcfa').notNull(),
    state: text('state', { enum: refundStates }).notNull().default('asked'),
    askedById: reference('asked_by_id', () => users.id).notNull(),
    askedAt: moment('asked_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When the repeated job asks the provider next; null when there is nothing to ask. */
    nextTryAt: moment('next_try_at'),
    /** Decided with the refund; a payout that has failed is left to a person. */
    way: text('way', { enum: refundWays }).notNull().default('provider'),
    /** The provider's own reference of the refund. */
    providerReference: text('provider_reference'),
    // Who sends it to the number that paid, and the provider's own id of that payout, stored before it moves money.
    payoutProvider: text('payout_provider'),
    providerPayoutId: text('provider_payout_id'),
    /** Why lines are given back; null for all other refunds. The note may name people, so it is not in the timeline. */
    reason: text('reason', { enum: refundReasons }),
    note: text('note'),
    doneAt: moment('done_at'),
    // Paid back outside of the provider, by a person, and how.
    settledById: reference('settled_by_id', () => users.id),
    settledNote: text('settled_note'),
  },
  (t) => [
    check('refunds_state', oneOf(t.state, refundStates)),
    check('refunds_way', oneOf(t.way, refundWays)),
    check(
      'refunds_payout',
      sql`${t.payoutProvider} is not null or (${t.way} <> 'payout' and ${t.providerPayoutId} is null)`,
    ),
    check('refunds_reason', oneOf(t.reason, refundReasons)),
    check('refunds_reason_of_order', sql`${t.reason} is null or ${t.orderId} is not null`),
    check('refunds_note', noteIf(t.note, sql`${t.reason} is not null`)),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_done', sql`(${t.doneAt} is not null) = (${t.state} = 'done')`),
    check('refunds_next_try', sql`(${t.nextTryAt} is not null) = (${t.state} in ('asked', 'sent'))`),
    check(
      'refunds_settled',
      sql`(${t.settledById} is null) = (${t.settledNote} is null) and (${t.settledById} is null or ${t.state} = 'done')`,
    ),
    // Money that bought nothing goes back once. What was paid for an order may go back in parts, never more (trigger `refunds_within_order`).
    uniqueIndex('refunds_debit_unique').on(t.paymentId, t.debit).where(sql`${t.orderId} is null`),
    uniqueIndex('refunds_payout_unique').on(t.payoutProvider, t.providerPayoutId),
    index('refunds_payment').on(t.paymentId),
    index('refunds_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('refunds_due').on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index('refunds_open').on(t.askedAt).where(sql`${t.state} <> 'done'`),
    index('refunds_customer').on(t.customerId),
    index('refunds_asked_by').on(t.askedById),
    index('refunds_settled_by').on(t.settledById).where(sql`${t.settledById} is not null`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;

/** What a refund gives back of a line of its order (rule 58). Append-only, enforced by a trigger. It names no medicine. */
export const refundLines = pgTable(
  'refund_lines',
  {
    id: primaryId(),
    refundId: reference('refund_id', () => refunds.id).notNull(),
    orderId: reference('order_id', () => orders.id).notNull(),
    /** Of the line among those of the order. */
    position: integer('position').notNull(),
    /** Boxes; 0 for the difference between the prices of a line (rule 53). */
    quantity: integer('quantity').notNull(),
    medicines: fcfa('medicines_fcfa').notNull(),
    commission: fcfa('commission_fcfa').notNull(),
    reduction: fcfa('reduction_fcfa').notNull(),
  },
  (t) => [
    check('refund_lines_quantity', sql`${t.quantity} between 0 and 999`),
    check(
      'refund_lines_amounts',
      sql`${t.medicines} > 0 and ${t.commission} >= 0 and ${t.reduction} >= 0 and ${t.medicines} + ${t.commission} >= ${t.reduction}`,
    ),
    uniqueIndex('refund_lines_unique').on(t.refundId, t.position),
    index('refund_lines_order').on(t.orderId),
  ],
);

/** Money reported beside the payments, kept until a supervisor has decided about it. */
export const strayDebits = pgTable(
  'stray_debits',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    reference: text('reference'),
    /** The amount as reported, even if absurd. */
    amount: bigint('amount_fcfa', { mode: 'number' }),
    currency: text('currency'),
    /** The settled payment that was debited again; null for a transaction that is not ours. */
    paymentId: reference('payment_id', () => payments.id),
    at: moment('at').notNull(),
    // These record the decision about it: when it was made, by whom, and what they did.
    closedAt: moment('closed_at'),
    closedById: reference('closed_by_id', () => users.id),
    note: text('note'),
  },
  (t) => [
    check('stray_debits_closed', sql`num_nulls(${t.closedAt}, ${t.closedById}, ${t.note}) in (0, 3)`),
    uniqueIndex('stray_debits_unique').on(t.provider, t.transactionId, sql`coalesce(${t.reference}, '')`),
    index('stray_debits_open').on(t.at, t.id).where(sql`${t.closedAt} is null`),
    index('stray_debits_closed_by').on(t.closedById).where(sql`${t.closedById} is not null`),
  ],
);

export type StrayDebitRow = typeof strayDebits.$inferSelect;

/**
 * Each restore of a backup into this database (rule 43): refunds, payouts, messages and the follow-up of payments wait until an operator
 * resumes them. What the backup held may have been sent since, whenever it is tried.
 */
export const restores = pgTable('restores', {
  id: primaryId(),
  restoredAt: moment('restored_at').notNull(),
  /** When the backup was made: what the providers did since is not in this database. */
  backupAt: moment('backup_at').notNull(),
  /** Null while money and messages wait. */
  resumedAt: moment('resumed_at'),
});

import { refundStates } from '@amasin/domain/orders/refund.ts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, oneOf, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { users } from './users.ts';

/** Money to pay back, decided by a supervisor and sent by a repeated job. Its id is the provider's key: sent again, it pays once. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: reference('payment_id', () => payments.id).notNull(),
    /** The provider's reference of the money received; each is refunded once. */
    debit: text('debit').notNull(),
    customerId: reference('customer_id', () => users.id).notNull(),
    /** The cancelled order that it pays back; null for money that bought nothing. */
    orderId: reference('order_id', () => orders.id),
    amount: fcfa('amount_fcfa').notNull(),
    state: text('state', { enum: refundStates }).notNull().default('asked'),
    askedById: reference('asked_by_id', () => users.id).notNull(),
    askedAt: moment('asked_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When the repeated job asks the provider next; null when there is nothing to ask. */
    nextTryAt: moment('next_try_at'),
    /** The provider's own reference of the refund. */
    providerReference: text('provider_reference'),
    doneAt: moment('done_at'),
    // Paid back outside of the provider, by a person, and how.
    settledById: reference('settled_by_id', () => users.id),
    settledNote: text('settled_note'),
  },
  (t) => [
    check('refunds_state', oneOf(t.state, refundStates)),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_done', sql`(${t.doneAt} is not null) = (${t.state} = 'done')`),
    check('refunds_next_try', sql`(${t.nextTryAt} is not null) = (${t.state} in ('asked', 'sent'))`),
    check(
      'refunds_settled',
      sql`(${t.settledById} is null) = (${t.settledNote} is null) and (${t.settledById} is null or ${t.state} = 'done')`,
    ),
    uniqueIndex('refunds_debit_unique').on(t.paymentId, t.debit),
    uniqueIndex('refunds_order_unique').on(t.orderId),
    index('refunds_due').on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index('refunds_open').on(t.askedAt).where(sql`${t.state} <> 'done'`),
    index('refunds_customer').on(t.customerId),
    index('refunds_asked_by').on(t.askedById),
    index('refunds_settled_by').on(t.settledById).where(sql`${t.settledById} is not null`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;

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

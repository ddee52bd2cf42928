import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { fcfa, moment } from './columns.ts';

/** The state of the embedded provider, which a real one would store itself. Demo mode only. */
export const sandboxTransactions = pgTable('sandbox_transactions', {
  transactionId: text('transaction_id').primaryKey(),
  token: text('token').notNull(),
  amount: fcfa('amount_fcfa').notNull(),
  message: text('message').notNull(),
  /** `pending`, `paid` or `declined`; a late approval is `paid` from `settlesAt` on. */
  status: text('status').notNull().default('pending'),
  paidAmount: integer('paid_amount_fcfa'),
  settlesAt: moment('settles_at'),
  expiresAt: moment('expires_at').notNull(),
  /** How it behaves when it is asked for a refund. */
  refundBehaviour: text('refund_behaviour').notNull().default('approve'),
});

/** Its refunds, by our id: asked again, the same one is returned. */
export const sandboxRefunds = pgTable('sandbox_refunds', {
  refundId: text('refund_id').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  reference: text('reference').notNull(),
  amount: fcfa('amount_fcfa').notNull(),
  /** `done` or `failed`; a slow one is `done` from `settlesAt` on. */
  status: text('status').notNull(),
  settlesAt: moment('settles_at').notNull(),
});

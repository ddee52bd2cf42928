import { accounts } from '@amasin/domain/benefits/journal.ts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { insertedBy, moment, oneOf, primaryId, reference } from './columns.ts';
import { refunds } from './money/refunds.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

export const journalKinds = [
  'payment',
  'ending',
  'payout',
  'cancellation',
  'put-aside',
  'refund',
  'payout-return',
] as const;

/**
 * A money event, append-only. An order and a refund have at most one journal of each kind. A refund has two: when it is decided
 * (`cancellation` of an order, or `put-aside` of a payment) and when it is done.
 */
export const journals = pgTable(
  'journals',
  {
    id: primaryId(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    orderId: reference('order_id', () => orders.id),
    refundId: reference('refund_id', () => refunds.id),
    /** The user who paid out. */
    actorId: reference('actor_id', () => users.id),
    at: moment('at').notNull(),
  },
  (t) => [
    check('journals_kind', oneOf(t.kind, journalKinds)),
    check(
      'journals_order',
      sql`(${t.kind} in ('payment', 'ending', 'cancellation')) = (${t.orderId} is not null)`,
    ),
    check(
      'journals_refund',
      sql`(${t.kind} in ('cancellation', 'put-aside', 'refund')) = (${t.refundId} is not null)`,
    ),
    check('journals_payout_actor', sql`(${t.kind} = 'payout') = (${t.actorId} is not null)`),
    uniqueIndex('journals_order_kind_unique').on(t.orderId, t.kind),
    uniqueIndex('journals_refund_kind_unique').on(t.refundId, t.kind),
  ],
);

export const entries = pgTable(
  'entries',
  {
    id: primaryId(),
    journalId: reference('journal_id', () => journals.id).notNull(),
    account: text('account', { enum: accounts }).notNull(),
    /** The owner of the account, if it has one. */
    beneficiaryId: reference('beneficiary_id', () => users.id),
    amount: bigint('amount_fcfa', { mode: 'number' }).notNull(),
    /** That of its journal, so that an index of the entries alone has what a partner earned in a month. */
    at: moment('at').notNull(),
    transaction: insertedBy('xact'),
  },
  (t) => [
    check('entries_account', oneOf(t.account, accounts)),
    check('entries_not_zero', sql`${t.amount} <> 0`),
    index('entries_journal').on(t.journalId),
    index('entries_account_index').on(t.account, t.beneficiaryId, t.amount),
    // For the sums of the shares of the commission, of all or of a partner by time: what was added since they were last read.
    index('entries_shares')
      .on(t.transaction, t.account, t.beneficiaryId, t.amount)
      .where(sql`${t.account} in ('platform', 'partner', 'returned')`),
    index('entries_partner_shares')
      .on(t.beneficiaryId, t.transaction, t.at, t.account, t.amount)
      .where(sql`${t.account} in ('partner', 'returned')`),
    // For a partner's shares and payouts one by one, and their sums over a time.
    index('entries_partner')
      .on(t.beneficiaryId, t.at, t.id, t.account, t.amount)
      .where(sql`${t.account} in ('partner', 'returned')`),
  ],
);

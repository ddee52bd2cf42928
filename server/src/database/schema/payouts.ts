import { accounts } from '@amasin/domain/benefits/journal.ts';
import { payoutStates } from '@amasin/domain/benefits/payout-state.ts';
import { operators } from '@amasin/domain/payments/operators.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { fcfa, insertedBy, moment, oneOf, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { refunds } from './refunds.ts';
import { users } from './users.ts';

/** The mobile-money account that a partner wants to be paid on. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    operator: text('operator', { enum: operators }).notNull(),
    phone: text('phone').notNull(),
  },
  (t) => [
    check('payout_accounts_operator', oneOf(t.operator, operators)),
    uniqueIndex('payout_accounts_user_unique').on(t.userId),
  ],
);

/**
 * A payout to a partner that a provider makes, or that replaces such a payout by hand. Its id is our number of it; a payout that is
 * paid by hand at once has a journal only.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: primaryId(),
    /** The journal that books it as paid. */
    journalId: reference('journal_id', () => journals.id).notNull(),
    beneficiaryId: reference('beneficiary_id', () => users.id).notNull(),
    amount: fcfa('amount_fcfa').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** Null when it was paid by hand; where it goes is erased with the account. */
    provider: text('provider'),
    operator: text('operator', { enum: operators }),
    phone: text('phone'),
    askedById: reference('asked_by_id', () => users.id).notNull(),
    askedAt: moment('asked_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When the repeated job asks the provider next; null when there is nothing to ask. */
    nextTryAt: moment('next_try_at'),
    /** The provider's own id of the prepared payout: stored before any money moves, so that it is sent once. */
    providerPayoutId: text('provider_payout_id'),
    settledAt: moment('settled_at'),
    /** The provider's reason, in its own words. */
    failure: text('failure'),
    /** The journal that books a failed one as owed again. */
    returnJournalId: reference('return_journal_id', () => journals.id),
    /** The failed payout that this one replaces: each is replaced once. */
    replacesId: reference('replaces_id', (): AnyPgColumn => payouts.id),
    /** How a replacement was paid by hand. */
    note: text('note'),
  },
  (t) => [
    check('payouts_state', oneOf(t.state, payoutStates)),
    check('payouts_operator', oneOf(t.operator, operators)),
    check('payouts_amount', sql`${t.amount} > 0`),
    check('payouts_settled', sql`(${t.settledAt} is not null) = (${t.state} in ('done', 'failed'))`),
    check('payouts_next_try', sql`(${t.nextTryAt} is not null) = (${t.state} in ('asked', 'sent'))`),
    check('payouts_returned', sql`(${t.returnJournalId} is not null) = (${t.state} = 'failed')`),
    check(
      'payouts_by_hand',
      sql`${t.provider} is not null or (${t.state} = 'done' and ${t.note} is not null)`,
    ),
    uniqueIndex('payouts_journal_unique').on(t.journalId),
    uniqueIndex('payouts_return_unique').on(t.returnJournalId),
    uniqueIndex('payouts_replaces_unique').on(t.replacesId),
    uniqueIndex('payouts_provider_unique').on(t.provider, t.providerPayoutId),
    index('payouts_due').on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index('payouts_beneficiary').on(t.beneficiaryId),
    index('payouts_asked_by').on(t.askedById),
  ],
);

export type PayoutRow = typeof payouts.$inferSelect;

const journalKinds = [
  'payment',
  'ending',
  'payout',
  'cancellation',
  'put-aside',
  'refund',
  'payout-return',
  'return-fee',
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
      sql`(${t.kind} in ('payment', 'ending', 'cancellation', 'return-fee')) = (${t.orderId} is not null)`,
    ),
    check(
      'journals_refund',
      sql`(${t.kind} in ('cancellation', 'put-aside', 'refund')) = (${t.refundId} is not null)`,
    ),
    check('journals_payout_actor', sql`(${t.kind} = 'payout') = (${t.actorId} is not null)`),
    // An order may be brought back more than once.
    uniqueIndex('journals_order_kind_unique').on(t.orderId, t.kind).where(sql`${t.kind} <> 'return-fee'`),
    index('journals_order').on(t.orderId),
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
    /** The time of its journal, so that an index of the entries alone has what a partner earned in a month. */
    at: moment('at').notNull(),
    transaction: insertedBy('xact'),
  },
  (t) => [
    check('entries_account', oneOf(t.account, accounts)),
    check('entries_not_zero', sql`${t.amount} <> 0`),
    index('entries_journal').on(t.journalId),
    index('entries_account_index').on(t.account, t.beneficiaryId, t.amount),
    // For the sums of the shares of the commission: what was added since they were last read.
    index('entries_shares')
      .on(t.transaction, t.account, t.beneficiaryId, t.amount)
      .where(sql`${t.account} in ('platform', 'partner', 'returned')`),
    // For a partner's shares and payouts one by one, and their sums over a time.
    index('entries_partner')
      .on(t.beneficiaryId, t.at, t.id, t.account, t.amount)
      .where(sql`${t.account} in ('partner', 'returned')`),
  ],
);

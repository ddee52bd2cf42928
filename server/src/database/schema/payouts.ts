import { accounts } from '@amasin/domain/benefits/journal.ts';
import { payoutStates } from '@amasin/domain/benefits/payout-state.ts';
import { payIntervals } from '@amasin/domain/benefits/schedule.ts';
import { handMethods } from '@amasin/domain/benefits/settlement.ts';
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
import { claimLines } from './claims.ts';
import { fcfa, insertedBy, moment, oneOf, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { refunds } from './refunds.ts';
import { users } from './users.ts';

/** The mobile-money account that a payee wants to be paid on. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    operator: text('operator', { enum: operators }).notNull(),
    phone: text('phone').notNull(),
    /** When it replaced another one; null for the first: money follows a change after a day only (rule 57). */
    changedAt: moment('changed_at'),
  },
  (t) => [
    check('payout_accounts_operator', oneOf(t.operator, operators)),
    uniqueIndex('payout_accounts_user_unique').on(t.userId),
  ],
);

/** When a payee is paid, and from how much on, where it is not as usual; and why a payee is left out for now. */
export const payoutTerms = pgTable(
  'payout_terms',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    interval: text('interval', { enum: payIntervals }).notNull(),
    minimum: fcfa('minimum_fcfa').notNull(),
    /** The words of whoever left the payee out; null once it is to be paid again. */
    leftOut: text('left_out'),
  },
  (t) => [
    check('payout_terms_interval', oneOf(t.interval, payIntervals)),
    check('payout_terms_minimum', sql`${t.minimum} >= 0`),
    uniqueIndex('payout_terms_user_unique').on(t.userId),
  ],
);

/**
 * A payout to a payee that a provider makes, or that was made by hand with a reference or in place of one that failed. Its id is our
 * number of it; a payout that a prescriber got by hand at once has a journal only.
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
    /** How it was paid by hand, or its reference. */
    note: text('note'),
    method: text('method', { enum: handMethods }),
  },
  (t) => [
    check('payouts_state', oneOf(t.state, payoutStates)),
    check('payouts_operator', oneOf(t.operator, operators)),
    check(
      'payouts_method',
      sql`${t.method} is null or (${oneOf(t.method, handMethods)} and ${t.provider} is null)`,
    ),
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

/** What happens once to an order. */
const onceKinds = ['payment', 'delivery', 'ending', 'cancellation'] as const;
/** What may happen to an order more than once. */
const againKinds = ['handover', 'taken-back', 'giving-back', 'return-fee'] as const;

const orderKinds = [...onceKinds, ...againKinds] as const;

export type OrderJournalKind = (typeof orderKinds)[number];

const journalKinds = [
  ...orderKinds,
  'payout',
  'put-aside',
  'refund',
  'payout-return',
  'claim-paid',
  'claim-refused',
  'claim-resent',
] as const;

/**
 * A money event, append-only. A refund has at most two: when it is decided (`cancellation` or `giving-back` of an order, or `put-aside`
 * of a payment) and when it is done.
 */
export const journals = pgTable(
  'journals',
  {
    id: primaryId(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    orderId: reference('order_id', () => orders.id),
    refundId: reference('refund_id', () => refunds.id),
    /** A claim may be refused and sent again: a line may have several journals of a kind. */
    claimLineId: reference('claim_line_id', () => claimLines.id),
    /** The user who paid out. */
    actorId: reference('actor_id', () => users.id),
    at: moment('at').notNull(),
  },
  (t) => [
    check('journals_kind', oneOf(t.kind, journalKinds)),
    check('journals_order', sql`(${oneOf(t.kind, orderKinds)}) = (${t.orderId} is not null)`),
    check(
      'journals_refund',
      sql`(${t.kind} in ('cancellation', 'giving-back', 'put-aside', 'refund')) = (${t.refundId} is not null)`,
    ),
    check(
      'journals_claim_line',
      sql`(${t.kind} in ('claim-paid', 'claim-refused', 'claim-resent')) = (${t.claimLineId} is not null)`,
    ),
    check('journals_payout_actor', sql`(${t.kind} = 'payout') = (${t.actorId} is not null)`),
    uniqueIndex('journals_order_kind_unique').on(t.orderId, t.kind).where(oneOf(t.kind, onceKinds)),
    index('journals_order').on(t.orderId),
    uniqueIndex('journals_refund_kind_unique').on(t.refundId, t.kind),
    index('journals_claim_line').on(t.claimLineId).where(sql`${t.claimLineId} is not null`),
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
    // For the sums of all accounts: what was added since they were last read.
    index('entries_sums').on(t.transaction, t.account, t.beneficiaryId, t.amount),
    // For what a payee earned and was paid, one by one, and its sums over a time.
    index('entries_payee')
      .on(t.beneficiaryId, t.at, t.id, t.account, t.amount)
      .where(sql`${t.beneficiaryId} is not null`),
    // When a payee was last paid.
    index('entries_payouts')
      .on(t.beneficiaryId, t.at)
      .where(sql`${t.beneficiaryId} is not null and ${t.amount} > 0 and ${t.account} <> 'corrected'`),
  ],
);

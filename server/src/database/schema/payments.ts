import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { paymentStatuses, reviewReasons } from '@amasin/domain/payments/lifecycle.ts';
import { operators } from '@amasin/domain/payments/operators.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { fcfa, latestFirst, moment, oneOf, primaryId, reference } from './columns.ts';
import { insurers } from './insurance.ts';
import { orders } from './orders.ts';
import { payLinks } from './pay-links.ts';
import { prescriptions } from './prescriptions.ts';
import { users } from './users.ts';

/** Under review, and not marked as seen. */
export const isToReview = (t: { status: AnyPgColumn; reviewedAt: AnyPgColumn }) =>
  sql`${t.status} = 'review' and ${t.reviewedAt} is null`;

/** A transaction with a payment provider, with the frozen order that it pays (rule 13). */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    /** Our unguessable id, used by the portal, the provider and the browser. */
    transactionId: text('transaction_id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's own reference for the received money. */
    providerReference: text('provider_reference'),
    /** The provider's own id of the transaction, by which it is asked; null while it is not known, or is ours. */
    providerTransactionId: text('provider_transaction_id'),
    /** The customer chose her operator and the number that pays, which is erased with her account. */
    operator: text('operator', { enum: operators }),
    payingPhone: text('paying_phone'),
    customerId: reference('customer_id', () => users.id).notNull(),
    /** Somebody without an account opened it, by this link: operator and number are theirs. */
    payLinkId: reference('pay_link_id', () => payLinks.id, { onDelete: 'set null' }),
    status: text('status', { enum: paymentStatuses }).notNull(),
    amount: fcfa('amount_fcfa').notNull(),
    /** The order to create when the payment is settled; null when the order already exists. */
    draft: jsonb('draft').$type<FrozenOrder>(),
    /** The order that it pays: set at opening (pre-treatment) or created when the money is confirmed. */
    orderId: reference('order_id', () => orders.id),
    /**
     * The reduction by a card that nobody has checked yet, and whose it is, as a keyed hash of the proven telephone (rule 40). Both are
     * null when the card is checked, or when there is none.
     */
    uncheckedReduction: fcfa('unchecked_reduction_fcfa'),
    uncheckedPerson: text('unchecked_person'),
    /** The digest of that card's photograph: the same one counts once for all accounts. */
    uncheckedFile: text('unchecked_file'),
    /** The insurer of a checked card and what it would owe, counted while its portal is open (rule 60); both are null for any other. */
    insurerId: reference('insurer_id', () => insurers.id),
    insuredReduction: fcfa('insured_reduction_fcfa'),
    /** Identifies the purchase across attempts, tabs and devices: an order's id, or the draft's own id. */
    basketId: text('basket_id').notNull(),
    /** Digest of the content without prices: the same content from another device is the same basket. */
    contentDigest: text('content_digest').notNull(),
    /** The browser opens the portal with this; null until the provider has opened it. */
    portal: jsonb('portal').$type<Portal>(),
    /** The prescription that it buys, in this version. */
    prescriptionId: reference('prescription_id', () => prescriptions.id),
    prescriptionVersion: integer('prescription_version'),
    /** Why it is or was under review; none for the refund of a cancelled order. */
    reviewReason: text('review_reason', { enum: reviewReasons }),
    /** These record the decision about it under review: when it was made, by whom, and what they did. It then leaves the list. */
    reviewedAt: moment('reviewed_at'),
    reviewedById: reference('reviewed_by_id', () => users.id),
    reviewNote: text('review_note'),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
    /** When the repeated job asks the provider next; null when there is nothing to ask. */
    nextCheckAt: moment('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (t) => [
    check('payments_status', oneOf(t.status, paymentStatuses)),
    check('payments_operator', oneOf(t.operator, operators)),
    check('payments_amount', sql`${t.amount} > 0`),
    check('payments_unchecked_reduction', sql`${t.uncheckedReduction} > 0`),
    check(
      'payments_insured',
      sql`(${t.insurerId} is null) = (${t.insuredReduction} is null) and (${t.insuredReduction} is null or ${t.insuredReduction} > 0)`,
    ),
    check('payments_purpose', sql`${t.draft} is not null or ${t.orderId} is not null`),
    check(
      'payments_paid_has_order',
      sql`${t.status} <> 'paid' or (${t.orderId} is not null and ${t.providerReference} is not null)`,
    ),
    check(
      'payments_review_reason',
      sql`case ${t.status} when 'review' then ${t.reviewReason} is not null when 'refunded' then true when 'paid' then ${t.reviewReason} is null or ${t.reviewedAt} is not null else ${t.reviewReason} is null end`,
    ),
    check('payments_review_reason_known', oneOf(t.reviewReason, reviewReasons)),
    check(
      'payments_reviewed',
      sql`num_nulls(${t.reviewedAt}, ${t.reviewedById}, ${t.reviewNote}) in (0, 3) and (${t.reviewedAt} is null or ${t.reviewReason} is not null)`,
    ),
    check('payments_prescription', sql`(${t.prescriptionId} is null) = (${t.prescriptionVersion} is null)`),
    uniqueIndex('payments_transaction_unique').on(t.transactionId),
    index('payments_provider_transaction')
      .on(t.provider, t.providerTransactionId)
      .where(sql`${t.providerTransactionId} is not null`),
    uniqueIndex('payments_reference_unique').on(t.provider, t.providerReference),
    // An order is paid once; further money goes to review.
    uniqueIndex('payments_one_paid_per_order').on(t.orderId).where(sql`${t.status} = 'paid'`),
    // A basket is paid once, with one payment open at a time (payments/settle.ts, payments/basket.ts).
    uniqueIndex('payments_one_paid_per_basket').on(t.customerId, t.basketId).where(sql`${t.status} = 'paid'`),
    index('payments_insured')
      .on(t.insurerId)
      .where(sql`${t.insurerId} is not null and ${t.status} not in ('paid', 'review', 'refunded')`),
    index('payments_waiting').on(t.status).where(sql`${t.status} in ('pending', 'review')`),
    uniqueIndex('payments_one_pending_per_basket')
      .on(t.customerId, t.basketId)
      .where(sql`${t.status} = 'pending'`),
    index('payments_to_review')
      .on(t.settledAt, t.id)
      .where(sql`${isToReview(t)}`),
    index('payments_reviewed_by').on(t.reviewedById).where(sql`${t.reviewedById} is not null`),
    // The overview of the last days counts payments that received no money.
    index('payments_unfinished')
      .on(t.createdAt)
      .where(sql`${t.status} in ('pending', 'failed', 'cancelled', 'expired')`),
    index('payments_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('payments_date').on(...latestFirst(t)),
    index('payments_customer').on(t.customerId, ...latestFirst(t)),
    index('payments_basket').on(t.basketId, t.customerId),
    index('payments_content').on(t.customerId, t.contentDigest, t.createdAt),
    // The requests that a telephone got, whoever asked for them.
    index('payments_prompts').on(t.payingPhone, t.createdAt).where(sql`${t.operator} is not null`),
    index('payments_link').on(t.payLinkId, t.createdAt).where(sql`${t.payLinkId} is not null`),
    index('payments_order').on(t.orderId, ...latestFirst(t)),
    index('payments_unchecked_person')
      .on(t.uncheckedPerson, t.createdAt)
      .where(sql`${t.uncheckedPerson} is not null`),
    index('payments_unchecked_file')
      .on(t.uncheckedFile, t.createdAt)
      .where(sql`${t.uncheckedFile} is not null`),
    // The foreign key of orders refers to it.
    uniqueIndex('payments_transaction_of').on(t.id, t.transactionId),
  ],
);

export type PaymentRow = typeof payments.$inferSelect;

/** Every report of a provider as received, one row per event even if it is sent repeatedly. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    transactionId: text('transaction_id').notNull(),
    report: text('report').notNull(),
    /** The amount as reported, even if absurd. */
    amount: bigint('amount_fcfa', { mode: 'number' }),
    currency: text('currency'),
    /** The provider's own reference for the received money; null when none was received. */
    reference: text('reference'),
    at: moment('at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_events_unique').on(t.provider, t.eventId),
    index('payment_events_transaction').on(t.transactionId),
    index('payment_events_reference').on(t.provider, t.reference).where(sql`${t.reference} is not null`),
  ],
);

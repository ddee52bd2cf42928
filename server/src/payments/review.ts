import { putAsideEntries } from '@amasin/domain/benefits/journal.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { Refusal } from '../refusal.ts';
import { cancelOtherPayments, lockCustomer } from './basket-queries.ts';
import { refundWay } from './choose-sender.ts';
import { insertJournals } from './journal-queries.ts';
import { refundNotice } from './notices.ts';
import { findPayment, lockPayment, updatePayment } from './queries.ts';
import { findReceived, findRefundOf, insertRefund, MAX_AMOUNT } from './refund-queries.ts';
import { closeIfOpen, findReviewer } from './review-queries.ts';

/** The note of a review that ended in a refund. */
export const REFUND_NOTE = 'Remboursement';

/**
 * Decides to refund all that was received for a payment under review; the repeated job sends the refund. Repeated by the same
 * user, it changes nothing.
 * @throws 409 ALREADY_REFUNDED, REVIEW_CLOSED when another user decided first; 409 REFUND_BY_HAND when what was received, or its
 * reference, is not certain
 */
export async function refundReview(ctx: Ctx, known: PaymentRow): Promise<void> {
  const { actor } = ctx;
  await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, known.customerId);
    const payment = await lockPayment(tx, known.id);
    const { transactionId, providerReference: reference } = payment;
    if (payment.status === 'refunded') return sameDecision(tx, payment, actor._id);
    if (payment.status !== 'review') throw new Refusal('NOT_FOUND');
    if (payment.reviewedAt !== null) throw await reviewClosed(tx, payment.id);
    const amount = reference && refundable(await findReceived(tx, { transactionId, reference }));
    if (!reference || !amount) throw new Refusal('REFUND_BY_HAND');
    const at = ctx.clock.now();
    const review = { reviewedAt: at, reviewedById: actor._id, reviewNote: REFUND_NOTE };
    await updatePayment(tx, payment.id, { status: 'refunded', ...review });
    await refundPutAside(ctx, tx, { payment, debit: reference, amount, at, hasAccount });
  });
}

/** Returns the amount to pay back, FCFA; null when it is unknown or in another currency: a supervisor settles it with the provider. */
export function refundable(
  received: { amount: number | null; currency: string | null } | null,
): number | null {
  if (received?.amount == null || received.currency !== 'XOF') return null;
  return received.amount > 0 && received.amount <= MAX_AMOUNT ? received.amount : null;
}

interface PutAside {
  readonly payment: PaymentRow;
  readonly debit: string;
  readonly amount: number;
  readonly at: Date;
  /** Its customer still has an account. */
  readonly hasAccount: boolean;
}

/** Records the refund of money that bought nothing, and tells its customer. */
export async function refundPutAside(
  ctx: Ctx,
  tx: Database,
  { payment, debit, amount, at, hasAccount }: PutAside,
): Promise<void> {
  const { actor, jobs } = ctx;
  const { id: paymentId, customerId } = payment;
  const way = refundWay(ctx, payment, { amount, isPart: false });
  const about = { paymentId, debit, customerId, orderId: null, amount, ...way };
  const decision = { ...about, askedById: actor._id, askedAt: at };
  const refund = await insertRefund(tx, decision);
  await record(ctx, tx, {
    action: 'refund',
    kind: 'payment',
    id: paymentId,
    customerId,
    details: { amount },
  });
  await insertJournals(tx, [
    { kind: 'put-aside', refundId: refund.id, at, entries: putAsideEntries(amount) },
  ]);
  if (hasAccount) await notify(jobs, tx, at, [refundNotice(refund, 'asked')]);
}

/** @throws 409 ALREADY_REFUNDED when another user decided it */
async function sameDecision(tx: Database, payment: PaymentRow, actorId: string): Promise<void> {
  const found = await findRefundOf(tx, payment.id, payment.providerReference ?? '');
  if (found === null) throw new Refusal('NOT_FOUND');
  if (found.actor.id !== actorId)
    throw new Refusal('ALREADY_REFUNDED', { values: { name: found.actor.name } });
}

/**
 * Pays an unpaid order with a payment under review, when exactly its total was received from its customer. Repeated, it changes
 * nothing.
 * @throws 409 REVIEW_CLOSED when it was decided otherwise; 409 NOT_EXACT when the order needs another amount, is not the customer's
 * or does not wait for a payment
 */
export async function attachReview(ctx: Ctx, known: PaymentRow, orderId: string): Promise<void> {
  const { actor } = ctx;
  await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, known.customerId);
    const payment = await lockPayment(tx, known.id);
    const { transactionId, providerReference: reference, customerId } = payment;
    if (payment.status === 'paid' && payment.orderId === orderId && payment.reviewedById === actor._id)
      return;
    if (payment.status !== 'review' || payment.reviewedAt !== null) throw await reviewClosed(tx, payment.id);
    const amount = reference && refundable(await findReceived(tx, { transactionId, reference }));
    if (!hasAccount || !amount) throw new Refusal('NOT_EXACT');
    const now = ctx.clock.now();
    const purchase = { paymentId: payment.id, transactionId, customerId, orderId, amount };
    if (!(await ctx.purchases.attach(ctx, tx, purchase, now))) throw new Refusal('NOT_EXACT');
    await updatePayment(tx, payment.id, {
      status: 'paid',
      amount,
      orderId,
      basketId: orderId,
      draft: null,
      prescriptionId: null,
      prescriptionVersion: null,
      settledAt: now,
      reviewedAt: now,
      reviewedById: actor._id,
      reviewNote: 'Rattaché à la commande',
    });
    await cancelOtherPayments(tx, { customerId, basketId: orderId, except: payment.id }, now);
    const about = { kind: 'payment', id: payment.id, customerId } as const;
    await record(ctx, tx, { action: 'attach', ...about, details: { amount } });
  });
}

/** @throws 404 NOT_FOUND for a payment that is not under review */
export async function loadReview({ db }: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(db, transactionId);
  if (payment?.status !== 'review') throw new Refusal('NOT_FOUND');
  return payment;
}

/** Loads a payment that is or was under review. @throws 404 NOT_FOUND */
export async function loadDecided({ db }: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(db, transactionId);
  if (payment === null || payment.reviewReason === null) throw new Refusal('NOT_FOUND');
  return payment;
}

/**
 * Closes a review with a note: the payment leaves the list, its status and its money do not change.
 * @throws 409 REVIEW_CLOSED when another person has closed it
 */
export async function closeReview(
  ctx: Ctx,
  { id, customerId }: Pick<PaymentRow, 'id' | 'customerId'>,
  note: string,
): Promise<void> {
  const { db, actor, clock } = ctx;
  const isMarked = await transact(db, async (tx) => {
    const review = { reviewedAt: clock.now(), reviewedById: actor._id, reviewNote: note };
    if (!(await closeIfOpen(tx, id, review))) return false;
    await record(ctx, tx, { action: 'review', kind: 'payment', id, customerId });
    return true;
  });
  if (isMarked) return;
  const reviewer = await findReviewer(db, id);
  // Sent again after a lost response.
  if (reviewer?.id === actor._id && reviewer.note === note) return;
  throw await reviewClosed(db, id);
}

/** Returns 409 REVIEW_CLOSED with who decided, or 404 for a payment that no one has decided about. */
async function reviewClosed(db: Database, id: string): Promise<Refusal> {
  const reviewer = await findReviewer(db, id);
  if (reviewer === null) return new Refusal('NOT_FOUND');
  return new Refusal('REVIEW_CLOSED', { values: { name: reviewer.name, note: reviewer.note ?? '' } });
}

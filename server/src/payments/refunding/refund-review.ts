import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { lockCustomer } from '../baskets/basket-queries.ts';
import { lockPayment, updatePayment } from '../queries.ts';
import { reviewClosed } from '../reviewing/close-review.ts';
import { refundNotice } from './announce.ts';
import { findReceived, findRefundOf, insertRefund, MAX_AMOUNT } from './refund-queries.ts';

/** The amount to pay back, FCFA; null when it is unknown or in another currency: a supervisor settles that with the provider. */
export function refundable(
  received: { amount: number | null; currency: string | null } | null,
): number | null {
  if (received?.amount == null || received.currency !== 'XOF') return null;
  return received.amount > 0 && received.amount <= MAX_AMOUNT ? received.amount : null;
}

/**
 * Decides the refund of a payment under review: all that was received for it. The repeated job sends it. Repeated by the same user,
 * it changes nothing.
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
    const seen = { reviewedAt: at, reviewedById: actor._id, reviewNote: 'Remboursement' };
    await updatePayment(tx, payment.id, { status: 'refunded', ...seen });
    await refundPutAside(ctx, tx, { payment, debit: reference, amount, at, hasAccount });
  });
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
  const { actor, jobs, ledger } = ctx;
  const { id: paymentId, customerId } = payment;
  const decision = { paymentId, debit, customerId, orderId: null, amount, askedById: actor._id, askedAt: at };
  const refund = await insertRefund(tx, decision);
  await record(ctx, tx, {
    action: 'refund',
    kind: 'payment',
    id: paymentId,
    customerId,
    details: { amount },
  });
  await ledger.recordPutAside(tx, { refundId: refund.id, amount, at });
  if (hasAccount) await notify(jobs, tx, at, [refundNotice(refund, 'asked')]);
}

/** @throws 409 ALREADY_REFUNDED when another user decided it */
async function sameDecision(tx: Database, payment: PaymentRow, actorId: string): Promise<void> {
  const found = await findRefundOf(tx, payment.id, payment.providerReference ?? '');
  if (found === null) throw new Refusal('NOT_FOUND');
  if (found.actor.id !== actorId)
    throw new Refusal('ALREADY_REFUNDED', { values: { name: found.actor.name } });
}

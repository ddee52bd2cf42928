import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { cancelOtherPayments, lockCustomer } from '../baskets/basket-queries.ts';
import { lockPayment, updatePayment } from '../queries.ts';
import { findReceived } from '../refunding/refund-queries.ts';
import { refundable } from '../refunding/refund-review.ts';
import { reviewClosed } from './close-review.ts';

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

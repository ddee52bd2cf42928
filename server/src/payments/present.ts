import type { OngoingPayment, Payment, ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { Review } from './reviewing/review-queries.ts';

/** Every field of a payment that the API returns. */
export function presentPayment({
  transactionId,
  status,
  amount,
  orderId,
  reviewReason,
}: PaymentRow): Payment {
  return { transactionId, status, amount, orderId, ...(reviewReason !== null && { reviewReason }) };
}

/** A payment that is still shown to its customer: pending or under review. */
export function presentOngoing(row: PaymentRow): OngoingPayment {
  const status = row.status === 'review' ? 'review' : 'pending';
  return { ...presentPayment(row), status, basketId: row.basketId, openedAt: row.createdAt.toISOString() };
}

/** A payment to review, for supervisors. */
export function presentReview({ payment, customer, order, received }: Review): ReviewedPayment {
  const { id, transactionId, amount, reviewReason, settledAt, createdAt } = payment;
  if (reviewReason === null) throw new Error('a payment is under review without a reason');
  const { phone } = customer;
  return {
    _id: id,
    transactionId,
    amount,
    reason: reviewReason,
    received,
    customer: { _id: customer.id, name: customer.name, ...(phone !== null && { phone }) },
    order: order && { _id: order.id, number: order.number },
    at: (settledAt ?? createdAt).toISOString(),
  };
}

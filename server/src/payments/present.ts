import type { OngoingPayment, Payment } from '@amasin/domain/payments/payment.ts';
import type { PaymentRow } from '../database/schema/payments.ts';

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

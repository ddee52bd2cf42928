import type { OngoingPayment, Payment } from '@amasin/domain/payments/payment.ts';
import type { PaymentRow } from '../database/schema/payments.ts';

/** Every field of a payment that leaves the server. */
export function presentPayment(row: PaymentRow): Payment {
  return { transactionId: row.transactionId, status: row.status, amount: row.amount, orderId: row.orderId };
}

/** The same of a payment that its customer still has to know of. */
export function presentOngoing(row: PaymentRow): OngoingPayment {
  const status = row.status === 'review' ? 'review' : 'pending';
  return { ...presentPayment(row), status, basketId: row.basketId, openedAt: row.createdAt.toISOString() };
}

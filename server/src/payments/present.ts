import type { Payment } from '@amasin/domain/payments/payment.ts';
import type { PaymentRow } from '../database/schema/payments.ts';

/** Every field of a payment that leaves the server. */
export function presentPayment(row: PaymentRow): Payment {
  return { transactionId: row.transactionId, status: row.status, amount: row.amount, orderId: row.orderId };
}

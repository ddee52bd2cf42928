import type { Ctx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { Refusal } from '../refusal.ts';
import { confirmPayment } from './confirm-payment.ts';
import { findPayment } from './queries.ts';

/** A payment of the caller's (supervisors: of anybody's); 404 for any other. */
export async function findPaymentFor(ctx: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null) throw new Refusal('NOT_FOUND');
  if (ctx.actor.type === 'customer' && payment.customerId !== ctx.actor._id) throw new Refusal('NOT_FOUND');
  return payment;
}

/** Where a payment is now: while it is open, its own customer's question is passed on to the provider. */
export async function readPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.customerId !== ctx.actor._id) return payment;
  return (await confirmPayment(ctx, payment)).payment;
}

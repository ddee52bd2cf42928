import type { Ctx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { providerOf } from '../ports/configured-providers.ts';
import { Refusal } from '../refusal.ts';
import { confirmNamed, confirmPayment } from './confirm.ts';
import { askUnlessRecent } from './limits.ts';
import { findPayment, findPaymentById } from './queries.ts';

/**
 * Finds a payment of the caller; supervisors can read every payment.
 * @throws 404 for a payment of another customer
 */
export async function findPaymentFor(ctx: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null) throw new Refusal('NOT_FOUND');
  if (ctx.actor.type === 'customer' && payment.customerId !== ctx.actor._id) throw new Refusal('NOT_FOUND');
  return payment;
}

/**
 * Returns a payment. When its customer reads it unsettled, its status is first requested from the provider, at most once in two
 * seconds: a call of the provider changes the row at once, and opening a payment or placing an order always asks.
 */
export async function readPayment(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.customerId !== ctx.actor._id) return payment;
  const asked = await askUnlessRecent(payment.id, ctx.clock.now(), () => confirmPayment(ctx, payment));
  return asked?.payment ?? findPaymentById(ctx.db, payment.id);
}

/**
 * Requests the status of the transaction that the provider's widget named in the customer's browser, which is not believed. A
 * provider that names it at opening is only asked for the status.
 */
export async function namePayment(
  ctx: Ctx,
  payment: PaymentRow,
  providerTransactionId: string,
): Promise<PaymentRow> {
  const isNamed = providerOf(ctx, payment.provider)?.isNamedByBrowser === true;
  const confirmed = isNamed
    ? await confirmNamed(ctx, payment, providerTransactionId)
    : await confirmPayment(ctx, payment);
  return confirmed.payment;
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { Ctx } from '../../ctx.ts';
import { confirmPayment } from '../../payments/confirm-payment.ts';
import { findPayment } from '../../payments/queries.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { differs } from '../placing/freeze-order.ts';
import type { OrderView } from '../queries.ts';
import { quoteOf } from '../quote.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { findPaymentsOfOrder } from './payment-queries.ts';

type Body = Pick<
  HandlerInput<typeof endpoints.changeOrder>['body'],
  'transactionId' | 'state' | 'finalAmount'
>;

/**
 * Brings a pre-treated order to `pending` once the provider confirms its payment; the body's `state` and `finalAmount`
 * are wishes that must equal what the server derives (F13). An order that this payment moved already stays as it is.
 * @throws 402 not confirmed; 409 STATE_CHANGED, AMOUNT_CHANGED, PAYMENT_ALREADY_USED
 */
export async function payOrder(ctx: Ctx, { order }: OrderView, body: Body): Promise<void> {
  const changed = () => stateChanged(ctx.actor, order);
  if (body.state != null && body.state !== 'pending') throw changed();
  if (order.total !== null && differs(body.finalAmount, order.total)) {
    throw amountChanged(quoteOf(order));
  }
  const payment = await findItsPayment(ctx, order.id, body.transactionId);
  if (payment === null) throw order.state === 'pre-treatment' ? new Refusal('PAYMENT_REQUIRED') : changed();
  if (payment.id === order.paymentId) {
    if (order.state === 'pending') return;
    throw changed();
  }
  if (order.state !== 'pre-treatment') throw changed();
  const { payment: settled } = await confirmPayment(ctx, payment);
  if (settled.status !== 'paid') throw new Refusal('PAYMENT_PENDING');
}

/** The payment that the caller names; without a name, their latest for this order. */
async function findItsPayment(ctx: Ctx, orderId: string, transactionId: string | null | undefined) {
  if (transactionId == null) {
    const ours = await findPaymentsOfOrder(ctx.db, orderId);
    return ours.find((payment) => payment.status === 'paid') ?? ours[0] ?? null;
  }
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  if (payment.orderId !== orderId) throw new Refusal('PAYMENT_ALREADY_USED');
  return payment;
}

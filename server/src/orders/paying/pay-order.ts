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
 * Moves a pre-treatment order to `pending` once the provider confirms its payment. The body's `state` and `finalAmount`
 * must equal the server's values. Idempotent for the payment that moved the order.
 * @throws 402 PAYMENT_REQUIRED, PAYMENT_PENDING; 409 STATE_CHANGED, AMOUNT_CHANGED, PAYMENT_ALREADY_USED
 */
export async function payOrder(ctx: Ctx, { order }: OrderView, body: Body): Promise<void> {
  const changed = () => stateChanged(ctx.actor, order);
  if (body.state != null && body.state !== 'pending') throw changed();
  if (order.total !== null && differs(body.finalAmount, order.total)) {
    throw amountChanged(quoteOf(order));
  }
  const payment = await findPaymentOf(ctx, order.id, body.transactionId);
  if (payment === null) throw order.state === 'pre-treatment' ? new Refusal('PAYMENT_REQUIRED') : changed();
  if (payment.id === order.paymentId) {
    if (order.state === 'pending') return;
    throw changed();
  }
  if (order.state !== 'pre-treatment') throw changed();
  const { payment: settled } = await confirmPayment(ctx, payment);
  if (settled.status !== 'paid') throw new Refusal('PAYMENT_PENDING');
}

/** The payment with this transaction id, or the order's paid or latest one. @throws 402, 409 like payOrder */
async function findPaymentOf(ctx: Ctx, orderId: string, transactionId: string | null | undefined) {
  if (transactionId == null) {
    const found = await findPaymentsOfOrder(ctx.db, orderId);
    return found.find((payment) => payment.status === 'paid') ?? found[0] ?? null;
  }
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  if (payment.orderId !== orderId) throw new Refusal('PAYMENT_ALREADY_USED');
  return payment;
}

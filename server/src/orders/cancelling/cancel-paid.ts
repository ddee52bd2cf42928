import { formatAmount } from '@amasin/domain/contract/money.ts';
import { cancelReasonsTold } from '@amasin/domain/orders/problems/cancel-reason.ts';
import { recordCancellation } from '../../benefits/record-journals.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { type Message, notify } from '../../notifications/notify.ts';
import { lockPayment, updatePayment } from '../../payments/queries.ts';
import { insertRefund } from '../../payments/refunding/refund-queries.ts';
import { changePrescription, lockPrescription } from '../../prescriptions/change-queries.ts';
import { insertEvents, lockOrder } from '../change-queries.ts';
import { quoteOf } from '../quote.ts';
import { toCustomer } from '../transitions/announce.ts';
import { type PaidCancellation, setCancelledPaid } from './queries.ts';

/**
 * Cancels a paid order: the refund is recorded with its journal, its prescription can be ordered again, and its people are told.
 * The repeated job sends the refund.
 * @returns false, with nothing changed, when the order is not to be cancelled
 */
export async function cancelPaid(
  ctx: Ctx,
  tx: Database,
  known: OrderRow,
  cancellation: PaidCancellation,
): Promise<boolean> {
  // In the order of every payment: payment, prescription, order.
  const payment = known.paymentId === null ? null : await lockPayment(tx, known.paymentId);
  if (known.prescriptionId !== null) await lockPrescription(tx, known.prescriptionId);
  const order = await lockOrder(tx, known.id);
  if (payment === null || order.paymentId !== payment.id) return false;
  if (!(await setCancelledPaid(tx, order.id, cancellation))) return false;
  const at = ctx.clock.now();
  const { id: orderId, customerId, paid: amount, prescriptionId } = order;
  if (prescriptionId !== null)
    await changePrescription(tx, prescriptionId, { usedById: null, usedAt: null, readerId: null });
  await updatePayment(tx, payment.id, { status: 'refunded' });
  const debit = payment.providerReference ?? payment.transactionId;
  const decision = { paymentId: payment.id, debit, customerId, orderId, amount };
  const refund = await insertRefund(tx, { ...decision, askedById: ctx.actor._id, askedAt: at });
  await recordCancellation(tx, { orderId, refundId: refund.id, quote: quoteOf(order), at });
  const action = cancellation.by === 'asked' ? 'accept-cancel' : 'cancel-paid';
  await insertEvents(tx, [{ orderId, at, actorId: ctx.actor._id, action, from: 'pending', to: 'cancelled' }]);
  await notify(ctx.jobs, tx, at, messagesOf(order, cancellation));
  return true;
}

/** For its customer, and for the pharmacy and the courier, who no longer see it. */
function messagesOf(order: OrderRow, { by, reason }: PaidCancellation): Message[] {
  const { number, paid, pharmacyId, deliveryPersonId } = order;
  const told = (userId: string | null, link: string, text: string): Message[] =>
    userId === null ? [] : [{ userId, title: 'Commande annulée', message: text, link }];
  const why = by === 'asked' ? ', comme vous l’avez demandé' : ` : ${cancelReasonsTold[reason]}`;
  return [
    toCustomer(
      order,
      'Commande annulée',
      `Votre commande ${number} est annulée${why}. Remboursement de ${formatAmount(paid)} F en cours.`,
    ),
    ...told(pharmacyId, '/pharmacy-dashboard', `${number} n’est plus à préparer.`),
    ...told(deliveryPersonId, '/delivery-dashboard', `${number} n’est plus à livrer.`),
  ];
}

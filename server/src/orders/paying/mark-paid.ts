import { recordPayment } from '../../benefits/record-payment.ts';
import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { insertEvents, setPaid } from '../change-queries.ts';
import { toCustomer, toSupervisors } from '../moving/announce.ts';
import { findOrder } from '../queries.ts';

interface Paid {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly now: Date;
}

/**
 * Moves a pre-treated order to `pending` with the payment that was confirmed for it, in the payment's own transaction.
 * False where it cannot: paid already, or its total is another than the one paid. Then nothing has changed.
 */
export async function markPaid(tx: Database, { orderId, paymentId, amount, now }: Paid): Promise<boolean> {
  if (!(await setPaid(tx, orderId, { amount, paymentId }))) return false;
  const order = (await findOrder(tx, orderId))?.order;
  if (
    order === undefined ||
    order.medicines === null ||
    order.commission === null ||
    order.reduction === null
  ) {
    throw new Error(`order ${orderId} was paid without amounts`);
  }
  const quote = {
    medicines: order.medicines,
    deliveryFee: order.deliveryFee,
    commission: order.commission,
    reduction: order.reduction,
    total: amount,
  };
  await recordPayment(tx, { orderId, quote, at: now });
  await insertEvents(tx, [
    { orderId, at: now, actorId: order.customerId, action: 'pay', from: 'pre-treatment', to: 'pending' },
  ]);
  await notify(tx, now, [
    toCustomer(order, 'Paiement reçu', `Votre commande ${order.number} est payée. Nous la préparons.`),
    ...(await toSupervisors(tx, order, 'Commande payée', `${order.number} attend une pharmacie.`)),
  ]);
  return true;
}

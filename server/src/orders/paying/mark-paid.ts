import { recordPayment } from '../../benefits/record-journals.ts';
import type { Database } from '../../database/database.ts';
import { together } from '../../database/transaction.ts';
import type { Telling } from '../../ports/purchases.ts';
import { lockForClaim } from '../../prescriptions/ordering/lock-for-claim.ts';
import { usePrescription } from '../../prescriptions/ordering/use-prescription.ts';
import { insertEvents, setPaid } from '../change-queries.ts';
import { usualMinutesIn } from '../expected/usual-times.ts';
import { findOrder } from '../queries.ts';
import { announcePaid } from './announce-paid.ts';

interface Paid {
  readonly orderId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly amount: number;
  /** The version of the prescription that the payment was opened for; null without prescription. */
  readonly prescriptionVersion: number | null;
  readonly now: Date;
}

/**
 * Moves a pre-treatment order to `pending` with its confirmed payment, in the payment's transaction.
 * @returns false, with nothing changed, when it is already paid, its total differs or its prescription was edited
 */
export async function markPaid(ctx: Telling, tx: Database, paid: Paid): Promise<boolean> {
  const { orderId, paymentId, transactionId, amount, prescriptionVersion, now } = paid;
  const before = (await findOrder(tx, orderId))?.order;
  if (before === undefined) return false;
  const { prescriptionId: id, customerId } = before;
  // Locks the prescription before the order, like an edit.
  if (id !== null) {
    const version = prescriptionVersion ?? 1;
    if (!(await lockForClaim(tx, { id, version, customerId, orderId, now }))) return false;
  }
  const usualMinutes = await usualMinutesIn(ctx, tx, before.zoneId);
  if (!(await setPaid(tx, orderId, { amount, paymentId, transactionId, at: now, usualMinutes })))
    return false;
  const order = (await findOrder(tx, orderId))?.order;
  if (
    order === undefined ||
    order.medicines === null ||
    order.commission === null ||
    order.reduction === null
  ) {
    throw new Error(`order ${orderId} was paid without amounts`);
  }
  if (id !== null) await usePrescription(ctx.jobs, tx, id, order, now);
  const quote = {
    medicines: order.medicines,
    deliveryFee: order.deliveryFee,
    commission: order.commission,
    reduction: order.reduction,
    total: amount,
  };
  await together(
    recordPayment(tx, { orderId, quote, at: now }),
    insertEvents(tx, [
      { orderId, at: now, actorId: order.customerId, action: 'pay', from: 'pre-treatment', to: 'pending' },
    ]),
    announcePaid(ctx, tx, { order, amount, title: 'Commande payée', now }),
  );
  return true;
}

import { splitRewritten } from '@amasin/domain/orders/left-out/split-lines.ts';
import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import type { AttachedOrders, PrescriptionEdit } from '../../ports/attached-orders.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { presentLeftOut } from '../../prescriptions/present.ts';
import { findOrderWithPrescription } from '../../prescriptions/queries.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, replaceOrderItems } from '../change-queries.ts';
import { findOrderFor } from '../queries.ts';
import { amountsOf, quoteItems } from '../quote.ts';
import { toCustomer } from '../transitions/announce.ts';

export const attachedOrders: AttachedOrders = { rewrite: rewriteOrder };

/**
 * Replaces the items of the order that has the edited prescription, and notifies the customer.
 * @throws 409 PRESCRIPTION_USED when the order is no longer in pre-treatment; 422 INVALID when the amount is too high
 */
async function rewriteOrder(
  jobs: Jobs,
  tx: Database,
  { prescriptionId, items, editor, at }: PrescriptionEdit,
): Promise<boolean> {
  const order = await findOrderWithPrescription(tx, prescriptionId);
  const isPrescriber = editor.type === 'partnerDoctor';
  if (order === null) return isPrescriber;
  if (!isPrescriber && (await findOrderFor(tx, editor, order.id)) === null) return false;
  const { taken, leftOut } = splitRewritten(items, order.leftOut);
  const amounts = {
    ...amountsOf(taken, quoteItems(order, taken, 'items')),
    leftOut: leftOut.map(toLine),
  };
  if (!(await replaceOrderItems(tx, order.id, amounts, taken))) throw new Refusal('PRESCRIPTION_USED');
  await insertEvents(tx, [{ orderId: order.id, at, actorId: editor._id, action: 'edit-prescription' }]);
  await notify(jobs, tx, at, [
    toCustomer(
      order,
      'Ordonnance corrigée',
      `Les médicaments de votre commande ${order.number} ont changé. Vérifiez avant de payer.`,
    ),
  ]);
  return true;
}

type Rewritten = PrescriptionEdit['items'][number] & { position: number };

const toLine = ({ posology = null, duration = null, ...line }: Rewritten) =>
  presentLeftOut({ ...line, posology, duration });

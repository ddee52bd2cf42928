import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import {
  findOrderWithPrescription,
  insertEvents,
  type NewItem,
  replaceOrderItems,
} from '../change-queries.ts';
import { toCustomer } from '../moving/announce.ts';
import { findOrderFor } from '../queries.ts';
import { amountsOf, quoteItems } from './quote-items.ts';

/**
 * Gives the order of an edited prescription the same items, in the edit's own transaction. A prescriber's that no order
 * has yet needs nothing.
 * @returns false where the caller may only edit what an order in their sight has, and none has it
 */
export async function rewriteOrder(
  ctx: Ctx,
  tx: Database,
  prescriptionId: string,
  items: readonly NewItem[],
): Promise<boolean> {
  const { actor } = ctx;
  const order = await findOrderWithPrescription(tx, prescriptionId);
  const isPrescriber = actor.type === 'partnerDoctor';
  if (order === null) return isPrescriber;
  if (!isPrescriber && (await findOrderFor(tx, actor, order.id)) === null) return false;
  const amounts = amountsOf(items, quoteItems(order, items, 'items'));
  if (!(await replaceOrderItems(tx, order.id, amounts, items))) throw new Refusal('PRESCRIPTION_USED');
  const at = ctx.clock.now();
  await insertEvents(tx, [{ orderId: order.id, at, actorId: actor._id, action: 'edit-prescription' }]);
  await notify(tx, at, [
    toCustomer(
      order,
      'Ordonnance corrigée',
      `Les médicaments de votre commande ${order.number} ont changé. Vérifiez avant de payer.`,
    ),
  ]);
  return true;
}

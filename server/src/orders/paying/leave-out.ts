import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { splitChosen } from '../../prescriptions/ordering/split-chosen.ts';
import { presentLeftOut } from '../../prescriptions/present.ts';
import { findPrescription } from '../../prescriptions/queries.ts';
import { Refusal } from '../../refusal.ts';
import { portalsOpenSince } from '../cancelling/close-order.ts';
import { insertEvents, replaceOrderItems } from '../change-queries.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { amountsOf, quoteItems } from '../quote.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { isBeingPaid } from './payment-queries.ts';

const FIELD = 'medications';

/**
 * Sets which medicines of a read prescription the customer does not take; the order is priced without them. The prescription
 * is unchanged. Repeated, it changes nothing.
 * @throws 409 NOT_PAYABLE_YET, STATE_CHANGED; ORDER_BEING_PAID while the customer can still pay in an open portal; 422 INVALID
 * for a medicine that is not in the prescription, or when none remains
 */
export async function leaveOut(ctx: Ctx, view: OrderView, medicationIds: readonly string[]): Promise<void> {
  const { id, prescriptionId } = view.order;
  if (view.order.state !== 'pre-treatment') throw stateChanged(ctx.actor, view.order);
  if (prescriptionId === null) throw new Refusal('NOT_PAYABLE_YET');
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // Opening a payment, confirming one and editing the prescription lock it too.
    await lockPrescription(tx, prescriptionId);
    const order = (await findOrder(tx, id))?.order;
    const prescription = await findPrescription(tx, prescriptionId);
    if (order === undefined || prescription === null) throw new Error('an order lost its prescription');
    if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    const { taken, leftOut } = splitChosen(prescription.items, medicationIds, FIELD);
    const known = new Set(leftOut.map(({ medicationId }) => medicationId));
    if (
      order.leftOut.length === leftOut.length &&
      order.leftOut.every((line) => known.has(line.medicationId))
    )
      return;
    if (await isBeingPaid(tx, id, portalsOpenSince(at))) throw new Refusal('ORDER_BEING_PAID');
    const quote = quoteItems(order, taken, FIELD);
    const amounts = { ...amountsOf(taken, quote), leftOut: leftOut.map(presentLeftOut) };
    if (!(await replaceOrderItems(tx, id, amounts, taken))) throw stateChanged(ctx.actor, order);
    const totals = { from: String(order.total), to: String(quote.total) };
    await insertEvents(tx, [{ orderId: id, at, actorId: ctx.actor._id, action: 'leave-out', ...totals }]);
  });
}

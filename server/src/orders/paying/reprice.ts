import { splitLines } from '@amasin/domain/orders/left-out/split-lines.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import type { Ctx } from '../../ctx.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { transact } from '../../database/transaction.ts';
import { changePrescription, lockPrescription, replaceItems } from '../../prescriptions/change-queries.ts';
import { priceOrRefuse, priceToday } from '../../prescriptions/ordering/price-today.ts';
import { isReserved } from '../../prescriptions/ordering/reservation.ts';
import { presentLeftOut } from '../../prescriptions/present.ts';
import { findOrderWithPrescription, findPrescription } from '../../prescriptions/queries.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { insertEvents, replaceOrderItems } from '../change-queries.ts';
import { amountsOf, quoteItems } from '../quote.ts';

/**
 * Returns the version of the prescription that the order pays for. Prices are valid for 30 days; after that the order takes the
 * catalogue's prices, and the customer confirms a new total first (rule 2).
 * @throws 409 AMOUNT_CHANGED once, after the new quote is written; MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED,
 * PRESCRIPTION_USED, PRESCRIPTION_RESERVED
 */
export async function reprice(ctx: Ctx, order: OrderRow): Promise<{ _id: string; version: number }> {
  const view = order.prescriptionId === null ? null : await findPrescription(ctx.db, order.prescriptionId);
  if (view === null) throw new Error('the order has no prescription');
  const { id: _id, version, pricedAt } = view.prescription;
  const now = ctx.clock.now();
  const { taken, leftOut } = splitLines(
    view.items,
    order.leftOut.map(({ medicationId }) => medicationId),
  );
  // What is left out may no longer be sold.
  const items = await priceOrRefuse(ctx, { ...view, items: taken }, now);
  if (pricesAreValid(pricedAt, now)) return { _id, version };

  const quote = quoteItems(order, items, 'orderId');
  const isSame = quote.total === order.total && items.every(({ price }, n) => price === taken[n]?.price);
  const { items: others } = await priceToday(ctx.db, { ...view, items: leftOut }, now);
  const priced = new Map([...items, ...others].map(({ medicationId, price }) => [medicationId, price]));
  const isChanged = await transact(ctx.db, async (tx) => {
    const locked = await lockPrescription(tx, _id);
    if (locked === null || locked.usedById !== null) throw new Refusal('PRESCRIPTION_USED');
    // An open portal shows the current prices: they do not change until it closes.
    if (locked.version === version && isReserved(locked, now)) return false;
    // Edited or repriced by a concurrent request: the client has to retry.
    if (locked.version !== version || locked.pricedAt > pricedAt) throw new Refusal('PRESCRIPTION_RESERVED');
    if (isSame) {
      await changePrescription(tx, _id, { pricedAt: now });
      return false;
    }
    const renew = <Item extends { medicationId: string; price: number }>(item: Item) => ({
      ...item,
      price: priced.get(item.medicationId) ?? item.price,
    });
    const all = view.items.map(renew);
    // Other medicines were left out by a concurrent request: the client has to retry.
    const current = (await findOrderWithPrescription(tx, _id))?.leftOut;
    if (JSON.stringify(current) !== JSON.stringify(order.leftOut)) throw new Refusal('PRESCRIPTION_RESERVED');
    await replaceItems(tx, locked, all, now);
    const amounts = { ...amountsOf(items, quote), leftOut: leftOut.map(renew).map(presentLeftOut) };
    if (!(await replaceOrderItems(tx, order.id, amounts, items))) {
      throw new Refusal('PRESCRIPTION_USED');
    }
    const totals = { from: String(order.total), to: String(quote.total) };
    await insertEvents(tx, [{ orderId: order.id, at: now, action: 'price-anew', ...totals }]);
    return true;
  });
  if (isChanged) throw amountChanged(quote);
  return { _id, version };
}

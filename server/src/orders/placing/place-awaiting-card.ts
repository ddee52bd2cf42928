import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { v7 } from 'uuid';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { lockCustomer } from '../../payments/baskets/basket-queries.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { isReserved } from '../../prescriptions/ordering/reservation.ts';
import { findAvailablePrescription } from '../../prescriptions/queries.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, insertOrder, nextOrderNumber } from '../change-queries.ts';
import { isAboveUncheckedLimit, uncheckedReduction } from '../insurance/limit-unchecked.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { findAwaiting } from './awaiting-queries.ts';
import { findWished } from './wish-queries.ts';
import { cardColumns } from './zone-and-card.ts';

/**
 * Places an order unpaid when its card has to be checked before the payment (rule 40). Sent again, it is the same order.
 * @returns null, with nothing written, for an order that can be paid at once
 * @throws 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED
 */
export async function placeAwaitingCard(
  ctx: Ctx,
  frozen: FrozenOrder,
): Promise<{ order: OrderView; isNew: boolean } | null> {
  const { quote, insuranceCard: card } = frozen;
  const customerId = ctx.actor._id;
  const at = ctx.clock.now();
  const placed = await transact(ctx.db, async (tx) => {
    await lockCustomer(tx, customerId);
    if (!(await isAboveUncheckedLimit(ctx, tx, uncheckedReduction(card, quote.reduction), []))) return null;
    const earlier = await findSame(tx, customerId, frozen);
    if (earlier !== null) return { id: earlier, isNew: false };
    if (frozen.prescription) await lockFree(tx, frozen.prescription, at);
    const id = v7();
    await insertOrder(
      tx,
      {
        id,
        number: orderNumber(await nextOrderNumber(tx)),
        customerId,
        state: 'pre-treatment',
        zoneId: frozen.zone._id,
        zoneLabel: frozen.zone.label,
        address: frozen.address,
        prescriptionId: frozen.prescription?._id ?? null,
        wishedPharmacyId: await findWished(tx, frozen.wishedPharmacy),
        ...cardColumns(card),
        cardAwaited: true,
        leftOut: frozen.leftOut ?? [],
        itemsCount: frozen.items.length,
        deliveryFee: quote.deliveryFee,
        medicines: quote.medicines,
        commission: quote.commission,
        reduction: quote.reduction,
        total: quote.total,
        createdAt: at,
      },
      frozen.items,
    );
    const event = { orderId: id, at, actorId: customerId, action: 'create', from: null, to: 'pre-treatment' };
    await insertEvents(tx, [event]);
    return { id, isNew: true };
  });
  if (placed === null) return null;
  const order = await findOrder(ctx.db, placed.id);
  if (order === null) throw new Error('the order does not exist');
  return { order, isNew: placed.isNew };
}

/** The id of the customer's order with this content that already waits; they are locked. */
async function findSame(tx: Database, customerId: string, frozen: FrozenOrder): Promise<string | null> {
  const content = contentOf(frozen.items);
  for (const id of await findAwaiting(tx, customerId, frozen)) {
    const view = await findOrder(tx, id);
    if (view !== null && contentOf(view.items) === content) return id;
  }
  return null;
}

const contentOf = (items: readonly { medicationId: string; quantity: number }[]): string =>
  JSON.stringify(items.map(({ medicationId, quantity }) => [medicationId, quantity]));

/** Locks a prescription that the order is placed with, against payments, edits and other orders. */
async function lockFree(
  tx: Database,
  { _id, version }: NonNullable<FrozenOrder['prescription']>,
  now: Date,
): Promise<void> {
  const locked = await lockPrescription(tx, _id);
  if (locked === null || (await findAvailablePrescription(tx, { id: _id })) === null)
    throw new Refusal('PRESCRIPTION_USED');
  // In an open portal, even one of the same customer, or edited since it was read.
  if (isReserved(locked, now) || locked.version !== version) throw new Refusal('PRESCRIPTION_RESERVED');
}

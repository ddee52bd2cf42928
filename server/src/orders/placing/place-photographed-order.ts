import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { v7 } from 'uuid';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile } from '../../files/binding-queries.ts';
import { lockOwner } from '../../files/queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import {
  countUnread,
  findOrderWithPhotograph,
  insertEvents,
  insertOrder,
  nextOrderNumber,
} from '../change-queries.ts';
import { askCardCheck } from '../insurance/ask-card-check.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { type Announced, toSupervisors } from '../transitions/announce.ts';
import { findWished } from './wish-queries.ts';
import { cardColumns, findCard, findZone } from './zone-and-card.ts';

/** Photographs of one customer that may wait to be read: pharmacists read them one by one. */
const MAX_UNREAD = 3;

const NO_FILE = { path: 'prescription.url', message: 'Veuillez uploader votre ordonnance' };

/**
 * Creates the unpaid order of a photographed prescription, for a pharmacist to read (rule 7). Returns the caller's existing
 * order with this photograph when the request is repeated.
 * @throws 422 INVALID on fields; 409 ZONE_UNAVAILABLE, TOO_MANY_UNREAD
 */
export async function placePhotographedOrder(
  ctx: Ctx,
  draft: OrderDraft,
  url: string,
): Promise<{ order: OrderView; isNew: boolean }> {
  const earlier = await findOrderWithPhotograph(ctx.db, ctx.actor._id, url);
  if (earlier !== null) return { order: await viewOf(ctx, earlier.id), isNew: false };
  try {
    return { order: await viewOf(ctx, (await insertUnpaidOrder(ctx, draft, url)).id), isNew: true };
  } catch (error) {
    // A concurrent request used the photograph first.
    const winner = await findOrderWithPhotograph(ctx.db, ctx.actor._id, url);
    if (winner === null) throw error;
    return { order: await viewOf(ctx, winner.id), isNew: false };
  }
}

async function viewOf(ctx: Ctx, id: string): Promise<OrderView> {
  const view = await findOrder(ctx.db, id);
  if (view === null) throw new Error('the order does not exist');
  return view;
}

/**
 * Freezes zone, fee and card.
 * @throws 422 INVALID on fields, including for a file that is not the caller's new upload; 409 ZONE_UNAVAILABLE,
 * TOO_MANY_UNREAD
 */
async function insertUnpaidOrder(ctx: Ctx, draft: OrderDraft, url: string): Promise<Announced> {
  const card = await findCard(ctx, draft, '');
  const zone = await findZone(ctx, draft, '');
  const at = ctx.clock.now();
  const customerId = ctx.actor._id;
  const placed = await transact(ctx.db, async (tx) => {
    // One order of a customer after the other, for the count.
    await lockOwner(tx, customerId);
    if ((await countUnread(tx, customerId)) >= MAX_UNREAD) throw new Refusal('TOO_MANY_UNREAD');
    await bindFile(tx, { key: url, ownerId: customerId, category: 'prescription', at }, NO_FILE);
    const order = { id: v7(), number: orderNumber(await nextOrderNumber(tx)), customerId };
    await insertOrder(
      tx,
      {
        ...order,
        state: 'pre-treatment',
        zoneId: zone.id,
        zoneLabel: zone.label,
        address: draft.deliveryAddress,
        prescriptionUrl: url,
        wishedPharmacyId: await findWished(tx, draft.wishedPharmacy),
        ...cardColumns(card),
        deliveryFee: zone.price,
        createdAt: at,
      },
      [],
    );
    await insertEvents(tx, [
      { orderId: order.id, at, actorId: customerId, action: 'create', from: null, to: 'pre-treatment' },
    ]);
    await notify(
      ctx.jobs,
      tx,
      at,
      await toSupervisors(tx, order, 'Ordonnance à lire', `${order.number} attend un pharmacien.`),
    );
    return order;
  });
  if (card !== null && !card.verified) await askCardCheck(ctx, card._id);
  return placed;
}

import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { type CardDecided, findDecision } from '../../insurance/queries.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { insertEvents, lockOrder } from '../change-queries.ts';
import { findOrder } from '../queries.ts';
import { dropCard } from './drop-card.ts';
import { setCardVerified } from './queries.ts';

type Clocked = Pick<Ctx, 'clock'>;

/**
 * Applies what was decided about a card to an order that copied it: accepted, it is verified; refused, an unpaid order loses it. An order
 * in an open portal keeps its amount, and gets the refusal when it is next paid for.
 */
export async function applyDecision(
  ctx: Clocked,
  tx: Database,
  orderId: string,
  { isAccepted, checkedById: actorId }: CardDecided,
): Promise<void> {
  if (!isAccepted) {
    await dropCard(ctx, tx, orderId, actorId);
    return;
  }
  if (!(await setCardVerified(tx, orderId, true))) return;
  const at = ctx.clock.now();
  const action = 'check-insurance';
  await insertEvents(tx, [{ orderId, at, actorId, action, from: 'false', to: 'true' }]);
}

/** What was decided about the card of this order, if the order does not have it yet; null without a card, while it waits, or when it has changed since. */
function findMissedDecision(
  db: Database,
  { cardId: id, cardRate: rate, cardUrl: fileKey, cardVerified }: OrderRow,
): Promise<CardDecided | null> {
  if (id === null || rate === null || fileKey === null || cardVerified) return Promise.resolve(null);
  return findDecision(db, { id, rate, fileKey });
}

/**
 * Locks an order that is about to be paid, and applies a decision that it did not get when it was made: it was in a portal that has
 * closed since, or the card was ticked on another order.
 * @returns the order as it is then
 */
export async function applyMissedDecision(ctx: Clocked, tx: Database, orderId: string): Promise<OrderRow> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  // Cancelling, removing the card, confirming a payment and editing the prescription lock them too, so the order cannot change until the commit.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  const order = await lockOrder(tx, orderId);
  const decision = await findMissedDecision(tx, order);
  if (decision === null) return order;
  await applyDecision(ctx, tx, orderId, decision);
  return lockOrder(tx, orderId);
}

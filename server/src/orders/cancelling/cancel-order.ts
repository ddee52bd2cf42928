import { type CancelReason, cancelReasonsTold } from '@amasin/domain/orders/problems/cancel-reason.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { type Message, notify } from '../../notifications/notify.ts';
import { didMove, findOrderFor, type OrderView } from '../queries.ts';
import { type Announced, toCustomer, toOne } from '../transitions/announce.ts';
import { notVisible } from '../transitions/not-visible.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { closeOrder } from './close-order.ts';

/**
 * Cancels an order that is not paid. Repeated by the same user, it changes nothing.
 * @throws 409 STATE_CHANGED; what closeOrder throws; 404 when it left the caller's scope
 */
export async function cancelOrder(ctx: Ctx, { order }: OrderView, reason: CancelReason): Promise<void> {
  const { actor } = ctx;
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await closeOrder(tx, order, { reason, actorId: actor._id, at }))) return false;
    await notify(ctx.jobs, tx, at, messagesOf(ctx, order, reason));
    return true;
  });
  if (isChanged) return;
  const now = await findOrderFor(ctx.db, actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  const isMine = now.order.state === 'cancelled' && (await didMove(ctx.db, order.id, actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(actor, now.order);
}

/** For the customer of an order that somebody else cancels, and for the agent who was to read it. */
function messagesOf({ actor }: Ctx, order: OrderView['order'], reason: CancelReason): Message[] {
  const { agentId, itemsCount, number } = order;
  return [
    ...(order.customerId === actor._id ? [] : [toldCancelled(order, reason)]),
    ...(agentId === null || itemsCount > 0
      ? []
      : [toOne(agentId, 'agent', order, 'Commande annulée', `${number} n’est plus à lire.`)]),
  ];
}

/** Tells the customer, and why. */
export const toldCancelled = (order: Announced, reason: CancelReason): Message =>
  toCustomer(
    order,
    'Commande annulée',
    `Votre commande ${order.number} est annulée : ${cancelReasonsTold[reason]}.`,
  );

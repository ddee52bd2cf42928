import {
  type CancelDecline,
  type CancelRequestReason,
  cancelDeclinesTold,
  cancelRequestLabels,
} from '@amasin/domain/orders/problems/cancel-request.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents } from '../change-queries.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { toCustomer, toSupervisors } from '../transitions/announce.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { setCancelAsked, setCancelDeclined } from './queries.ts';

/**
 * The customer asks to cancel a paid order, and the supervisors are told. Repeated, it changes nothing: a supervisor decides once
 * about an order.
 * @throws 409 STATE_CHANGED when its delivery has started, or it is not paid
 */
export async function askCancel(ctx: Ctx, { order }: OrderView, reason: CancelRequestReason): Promise<void> {
  const at = ctx.clock.now();
  const isAsked = await transact(ctx.db, async (tx) => {
    if (!(await setCancelAsked(tx, order.id, { reason, at }))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'ask-cancel', to: reason };
    await insertEvents(tx, [event]);
    const text = `${order.number} : ${cancelRequestLabels[reason].toLowerCase()}.`;
    await notify(ctx.jobs, tx, at, await toSupervisors(tx, order, 'Annulation demandée', text));
    return true;
  });
  if (isAsked) return;
  const now = (await findOrder(ctx.db, order.id))?.order;
  if (now?.state !== 'pending') throw stateChanged(ctx.actor, now ?? order);
}

/**
 * Declines what the customer asked, and tells them why. Repeated with the same reason, it changes nothing.
 * @throws 409 STATE_CHANGED when the order has moved; 409 CANCEL_DECIDED; 404 when nothing was asked
 */
export async function declineCancel(ctx: Ctx, { order }: OrderView, declined: CancelDecline): Promise<void> {
  const at = ctx.clock.now();
  const isDeclined = await transact(ctx.db, async (tx) => {
    if (!(await setCancelDeclined(tx, order.id, declined))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'decline-cancel', to: declined };
    await insertEvents(tx, [event]);
    const text = `Votre commande ${order.number} n’est pas annulée : ${cancelDeclinesTold[declined]}.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Commande non annulée', text)]);
    return true;
  });
  if (isDeclined) return;
  const now = (await findOrder(ctx.db, order.id))?.order;
  if (now?.state !== 'pending') throw stateChanged(ctx.actor, now ?? order);
  if (now.cancelAskedAt === null) throw new Refusal('NOT_FOUND');
  if (now.cancelDeclined !== declined) throw new Refusal('CANCEL_DECIDED');
}

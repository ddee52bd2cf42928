import { type OrderState, transitionTo } from '@amasin/domain/orders/lifecycle.ts';
import type { CancelReason } from '@amasin/domain/orders/problems/cancel-reason.ts';
import { shareEarned } from '../../benefits/announce.ts';
import { recordEnding } from '../../benefits/record-journals.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { together, transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { announceBySms } from '../../sms/send-sms.ts';
import { deliveredWords, onTheWayWords } from '../../sms/texts.ts';
import { cancelOrder } from '../cancelling/cancel-order.ts';
import { insertEvents } from '../change-queries.ts';
import { payOrder } from '../paying/pay-order.ts';
import { didMove, findOrderFor, type OrderView } from '../queries.ts';
import { toCustomer, toSupervisors } from './announce.ts';
import { endOrder, moveOrder } from './move-queries.ts';
import { notVisible } from './not-visible.ts';
import { stateChanged } from './state-changed.ts';

/**
 * Moves an order to the next state with the domain's transition table and a conditional update (rule 8). Repeated by the
 * same user, it changes nothing.
 * @throws 403 FORBIDDEN for another role's transition; 404 REASSIGNED when it left the caller's scope; 409 STATE_CHANGED when
 * it is in another state; 402 PAYMENT_REQUIRED or PAYMENT_PENDING for an unpaid order
 */
export async function advanceOrder(
  ctx: Ctx,
  view: OrderView,
  to: OrderState,
  /** Why a supervisor cancels it. */
  reason: CancelReason = 'customer',
): Promise<void> {
  const transition = transitionTo(to);
  if (transition === undefined) throw stateChanged(ctx.actor, view.order);
  if (!transition.by.includes(ctx.actor.type)) throw new Refusal('FORBIDDEN');
  if (transition.action === 'pay') return payOrder(ctx, view, { state: 'pending' });
  if (transition.action === 'cancel')
    return cancelOrder(ctx, view, ctx.actor.type === 'customer' ? 'customer' : reason);

  const { order } = view;
  const { action, from } = transition;
  const moved = await transact(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const change =
      to === 'ended' ? endOrder(tx, order.id, at) : moveOrder(tx, order.id, { from, to }, ctx.actor._id);
    if (!(await change)) return false;
    await together(
      insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action, from, to }]),
      to === 'ended' ? shareCommission(ctx, tx, order, at) : Promise.resolve(),
      notifyMove(ctx, tx, { to, order, at }),
      announceMove(ctx, tx, to, view),
    );
    return true;
  });
  if (moved) return;
  const now = await findOrderFor(ctx.db, ctx.actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  const isMine = now.order.state === to && (await didMove(ctx.db, order.id, ctx.actor._id, to));
  if (!isMine) throw stateChanged(ctx.actor, now.order);
}

async function shareCommission(
  { jobs }: Ctx,
  tx: Database,
  { id, commission }: OrderView['order'],
  at: Date,
): Promise<void> {
  const share = await recordEnding(tx, { orderId: id, commission: commission ?? 0, at });
  if (share !== null) await notify(jobs, tx, at, [shareEarned(share)]);
}

/** Tells a customer whose telephone is offline. */
async function announceMove(ctx: Ctx, tx: Database, to: OrderState, view: OrderView): Promise<void> {
  const { order, customer, deliveryPerson } = view;
  const moment = { to: customer.phone, about: order.id };
  if (to === 'delivering')
    await announceBySms(ctx, tx, { ...moment, words: onTheWayWords(order.number, deliveryPerson) });
  else if (to === 'delivered')
    await announceBySms(ctx, tx, {
      ...moment,
      words: deliveredWords(order.number, ctx.settings.contactPhone),
    });
}

/** Notifies the customer, and supervisors of a delivery (rule 36). */
async function notifyMove(
  { jobs }: Ctx,
  tx: Database,
  { to, order, at }: { to: OrderState; order: OrderView['order']; at: Date },
): Promise<void> {
  const { number } = order;
  if (to === 'delivering') {
    await notify(jobs, tx, at, [toCustomer(order, 'En route', `Votre commande ${number} est en livraison.`)]);
  } else if (to === 'delivered') {
    await notify(jobs, tx, at, [
      toCustomer(order, 'Commande livrée', `Votre commande ${number} est livrée.`),
      ...(await toSupervisors(tx, order, 'Commande livrée', `${number} est livrée et peut être terminée.`)),
    ]);
  } else if (to === 'ended') {
    await notify(jobs, tx, at, [
      toCustomer(
        order,
        'Commande terminée',
        `Votre commande ${number} est terminée. Merci de votre confiance.`,
      ),
    ]);
  }
}

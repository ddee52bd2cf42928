import { type ProblemReason, problemLabels } from '@amasin/domain/orders/problems/delivery-problem.ts';
import { isShortage } from '@amasin/domain/orders/problems/shortage-reason.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { insertEvents, setProblem } from '../change-queries.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { toOne, toSupervisors } from './announce.ts';
import { notVisible } from './not-visible.ts';
import { clearProblem } from './problem-queries.ts';
import { stateChanged } from './state-changed.ts';

/**
 * Stores why the courier cannot deliver an order, and tells the supervisors. Repeated, it changes nothing.
 * @throws 409 STATE_CHANGED for an order that is not being delivered; 404 REASSIGNED when another courier is assigned
 */
export async function reportProblem(
  ctx: Ctx,
  { order }: OrderView,
  { reason, note }: { reason: ProblemReason; note: string | null },
): Promise<void> {
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setProblem(tx, order.id, ctx.actor._id, { reason, note, at }))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'report-problem', to: reason };
    await insertEvents(tx, [event]);
    const text = `${order.number} : ${problemLabels[reason].toLowerCase()}.${note === null ? '' : ` ${note}`}`;
    await notify(ctx.jobs, tx, at, await toSupervisors(tx, order, 'Livraison bloquée', text));
    return true;
  });
  if (isChanged) return;
  const now = await findOrderFor(ctx.db, ctx.actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  if (now.order.problem !== reason) throw stateChanged(ctx.actor, now.order);
}

/** Ends the problem of an order, and tells the courier or the pharmacy that reported it. Repeated, it changes nothing. */
export async function solveProblem(ctx: Ctx, { order }: OrderView): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await clearProblem(tx, order.id))) return;
    const at = ctx.clock.now();
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'solve-problem' };
    await insertEvents(tx, [{ ...event, from: order.problem }]);
    if (order.problem !== null && isShortage(order.problem)) {
      if (order.pharmacyId === null) return;
      const text = `${order.number} peut de nouveau être préparée.`;
      await notify(ctx.jobs, tx, at, [
        toOne(order.pharmacyId, 'pharmacy', order, 'Préparation débloquée', text),
      ]);
      return;
    }
    const courierId = order.deliveryPersonId;
    if (courierId === null) return;
    const text = `${order.number} peut de nouveau être livrée.`;
    await notify(ctx.jobs, tx, at, [toOne(courierId, 'deliveryPerson', order, 'Livraison débloquée', text)]);
  });
}

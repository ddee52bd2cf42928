import { type PhotoProblem, photoProblemLabels } from '@amasin/domain/orders/problems/photo-problem.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, setPhotoProblem } from '../change-queries.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { toCustomer } from '../transitions/announce.ts';
import { notVisible } from '../transitions/not-visible.ts';
import { stateChanged } from '../transitions/state-changed.ts';

/**
 * Asks the customer for another photograph of the prescription.
 * @throws 409 PHOTO_REFUSED when another one is already asked for, ALREADY_TREATED, STATE_CHANGED; 404 REASSIGNED
 */
export async function refusePhoto(ctx: Ctx, { order }: OrderView, reason: PhotoProblem): Promise<void> {
  const { actor } = ctx;
  const agentId = actor.type === 'agent' ? actor._id : null;
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setPhotoProblem(tx, order.id, reason, agentId))) return false;
    const event = { orderId: order.id, at, actorId: actor._id, action: 'refuse-photo', to: reason };
    await insertEvents(tx, [event]);
    const text = `${photoProblemLabels[reason]} : envoyez une autre photo de l’ordonnance de ${order.number}.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Photo à refaire', text)]);
    return true;
  });
  if (isChanged) return;
  const now = await findOrderFor(ctx.db, actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  if (now.order.state !== 'pre-treatment') throw stateChanged(actor, now.order);
  throw new Refusal(now.order.photoProblem === null ? 'ALREADY_TREATED' : 'PHOTO_REFUSED');
}

import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { insertEvents, setReady } from '../change-queries.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { toOne } from './announce.ts';
import { notVisible } from './not-visible.ts';
import { stateChanged } from './state-changed.ts';

/**
 * Sets whether an order is ready to be fetched, and tells its courier. Repeated, it changes nothing.
 * @throws 409 STATE_CHANGED once it has been fetched; 404 REASSIGNED when another pharmacy is assigned
 */
export async function markReady(ctx: Ctx, { order, pharmacy }: OrderView, ready: boolean): Promise<void> {
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setReady(tx, order.id, ctx.actor._id, ready ? at : null))) return false;
    const action = ready ? 'mark-ready' : 'mark-not-ready';
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action }]);
    const courierId = order.deliveryPersonId;
    if (ready && courierId !== null) {
      const text = `${order.number} vous attend à ${pharmacy?.name ?? 'la pharmacie'}.`;
      await notify(ctx.jobs, tx, at, [toOne(courierId, 'deliveryPerson', order, 'Commande prête', text)]);
    }
    return true;
  });
  if (isChanged) return;
  const now = await findOrderFor(ctx.db, ctx.actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  if (now.order.state !== 'pending') throw stateChanged(ctx.actor, now.order);
}

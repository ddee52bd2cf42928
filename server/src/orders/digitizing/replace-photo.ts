import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile, releaseFile } from '../../files/binding-queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, lockOrder, setPhotograph } from '../change-queries.ts';
import type { OrderView } from '../queries.ts';
import { toOne, toSupervisors } from '../transitions/announce.ts';

const NO_FILE = { path: 'url', message: 'Veuillez uploader votre ordonnance' };

/**
 * Gives the order another photograph in place of one that cannot be read, and tells its pharmacist, or the supervisors while
 * it has none. The earlier file is removed by the next sweep. Repeated, it changes nothing.
 * @throws 422 INVALID for a file that is not the caller's new upload; 409 PHOTO_NOT_ASKED
 */
export async function replacePhoto(ctx: Ctx, { order }: OrderView, url: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const { prescriptionUrl: earlier } = await lockOrder(tx, order.id);
    if (earlier === url) return;
    await bindFile(tx, { key: url, ownerId: ctx.actor._id, category: 'prescription', at }, NO_FILE);
    if (!(await setPhotograph(tx, order.id, url))) throw new Refusal('PHOTO_NOT_ASKED');
    if (earlier !== null) await releaseFile(tx, earlier);
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action: 'replace-photo' }]);
    const text = `${order.number} a une nouvelle photo.`;
    await notify(
      ctx.jobs,
      tx,
      at,
      order.agentId === null
        ? await toSupervisors(tx, order, 'Ordonnance à lire', text)
        : [toOne(order.agentId, 'agent', order, 'Ordonnance à lire', text)],
    );
  });
}

import type { SystemCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { toldCancelled } from './cancel-order.ts';
import { closeOrder, portalsOpenSince } from './close-order.ts';
import { findUnpaidOrders } from './queries.ts';

/** Orders of one run; the others are closed by the next ones. */
const BATCH = 200;
const DAY_MS = 24 * 3600_000;

/**
 * Cancels orders that have waited for their customer (to pay, or to send another photograph) for `unpaidDays` since their last
 * event. An order that waits for a pharmacist is not cancelled.
 * @returns how many
 */
export async function closeUnpaidOrders({ db, clock, settings, jobs, log }: SystemCtx): Promise<number> {
  const at = clock.now();
  const untouchedSince = new Date(at.getTime() - settings.unpaidDays * DAY_MS);
  let closed = 0;
  for (const order of await findUnpaidOrders(db, untouchedSince, portalsOpenSince(at), BATCH)) {
    try {
      await transact(db, async (tx) => {
        if (!(await closeOrder(tx, order, { reason: 'unpaid', actorId: null, at }))) return;
        await notify(jobs, tx, at, [toldCancelled(order, 'unpaid')]);
        closed += 1;
      });
    } catch (error) {
      log.error({ err: error, orderId: order.id }, 'could not close an unpaid order');
    }
  }
  return closed;
}

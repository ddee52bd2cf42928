import { OFFER_AGAIN_MS } from '@amasin/domain/consultations/lifecycle.ts';
import type { SystemCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { toDoctors, toPatient } from '../announce.ts';
import { findDueForOffer, offerAgain } from '../change-queries.ts';

/**
 * Offers requests that no doctor has accepted within five minutes to all verified doctors again. The patient is informed in the
 * conversation each time, and by a notification the first time.
 * @returns how many were offered
 */
export async function offerRequestsAgain(ctx: SystemCtx): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OFFER_AGAIN_MS);
  let offered = 0;
  for (const id of await findDueForOffer(ctx.db, before)) {
    const isOffered = await transact(ctx.db, async (tx) => {
      const row = await offerAgain(tx, id, { before, now });
      if (row === null) return false;
      const first = row.offers === 1 ? [toPatient(row, 'offered')] : [];
      await notify(ctx.jobs, tx, now, [...(await toDoctors(tx, id)), ...first]);
      return true;
    });
    if (isOffered) offered += 1;
  }
  return offered;
}

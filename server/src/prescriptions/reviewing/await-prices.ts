import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { askCheck } from './ask-check.ts';
import { askReview } from './ask-review.ts';
import { insertWatcher } from './queries.ts';

/**
 * Asks for the check of lines that wait: of their prices, and of the prescription when its prescriber is not verified.
 * @param prescriptionId the prescription that a customer wants to pay: they are told when they can
 */
export async function awaitPrices(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await askReview(ctx.jobs, tx, medicationIds, ctx.clock.now());
    if (prescriptionId === null) return;
    await askCheck(ctx.jobs, tx, prescriptionId, ctx.clock.now());
    if (ctx.actor.type === 'customer') await insertWatcher(tx, prescriptionId, ctx.actor._id);
  });
}

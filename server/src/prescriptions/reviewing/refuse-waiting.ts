import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { askReview } from './ask-review.ts';
import { insertWatcher } from './queries.ts';

/**
 * The refusal of lines that wait for a price, after asking for its check.
 * @param prescriptionId the prescription that a customer tries to pay: they are told when they can
 */
export async function refuseWaiting(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null = null,
): Promise<Refusal> {
  await transact(ctx.db, async (tx) => {
    await askReview(ctx.jobs, tx, medicationIds, ctx.clock.now());
    if (prescriptionId !== null && ctx.actor.type === 'customer')
      await insertWatcher(tx, prescriptionId, ctx.actor._id);
  });
  return new Refusal('MEDICATION_TO_REVIEW');
}

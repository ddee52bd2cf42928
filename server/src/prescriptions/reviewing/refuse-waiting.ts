import type { Ctx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { awaitPrices } from './await-prices.ts';

/** The refusal of lines that wait for a price, after asking for its check (await-prices.ts). */
export async function refuseWaiting(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null = null,
): Promise<Refusal> {
  await awaitPrices(ctx, medicationIds, prescriptionId);
  return new Refusal('MEDICATION_TO_REVIEW');
}

import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { personOf } from '../../people/person.ts';
import { portalsOpenSince } from '../cancelling/close-order.ts';
import { sumUnchecked } from './queries.ts';

/** How long what an unchecked card took off is counted (rule 40). */
const COUNTED_MS = 30 * 24 * 3600_000;

/** What the card of a purchase takes off, FCFA; 0 without a card, and once it is checked. */
export const uncheckedReduction = (card: { verified: boolean } | null, reduction: number): number =>
  card === null || card.verified ? 0 : reduction;

/**
 * Whether another unchecked reduction takes the caller above what one person may use (rule 40). The caller's row is locked, so that of two
 * purchases at once the second counts the first.
 * @param basketIds ids of the basket that is paid
 */
export async function isAboveUncheckedLimit(
  ctx: Ctx,
  tx: Database,
  reduction: number,
  basketIds: readonly string[],
): Promise<boolean> {
  if (reduction === 0) return false;
  const { insuranceStrict, uncheckedInsuranceLimit } = ctx.settings;
  const limit = insuranceStrict ? 0 : uncheckedInsuranceLimit;
  if (reduction > limit) return true;
  const now = ctx.clock.now();
  const used = await sumUnchecked(tx, {
    customerId: ctx.actor._id,
    person: personOf(ctx, ctx.actor.phone),
    basketIds,
    since: new Date(now.getTime() - COUNTED_MS),
    portalsSince: portalsOpenSince(now),
  });
  return used + reduction > limit;
}

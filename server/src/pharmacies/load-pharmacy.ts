import type { Ctx } from '../ctx.ts';
import type { PlaceRow } from '../database/schema/places.ts';
import { Refusal } from '../refusal.ts';
import { findPlace } from './queries.ts';

/** The place of this id, or of the account of this id: a pharmacy's own one only. @throws 404 */
export async function loadPharmacy(ctx: Ctx, id: string): Promise<PlaceRow> {
  const found = await findPlace(ctx.db, id, ctx.clock.now());
  const isOwn = found?.place.accountId === ctx.actor._id;
  if (found === null || (ctx.actor.type === 'pharmacy' && !isOwn)) throw new Refusal('NOT_FOUND');
  return found.place;
}

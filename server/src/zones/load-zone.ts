import type { Ctx } from '../ctx.ts';
import type { ZoneRow } from '../database/schema/zones.ts';
import { Refusal } from '../refusal.ts';
import { findZone } from './queries.ts';

/** The zone of this id, or 404: also for one that has been removed. */
export async function loadZone(ctx: Ctx, id: string): Promise<ZoneRow> {
  const zone = await findZone(ctx.db, id);
  if (zone === null) throw new Refusal('NOT_FOUND');
  return zone;
}

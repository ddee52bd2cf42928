import type { Zone } from '@amasin/domain/zones/zone.ts';
import type { Ctx } from '../ctx.ts';
import { presentZone } from './present.ts';
import { findZones } from './queries.ts';

/** All zones, never cut: a select must offer every one. */
export async function listZones(ctx: Ctx): Promise<{ zones: Zone[]; total: number }> {
  const rows = await findZones(ctx.db);
  return { zones: rows.map(presentZone), total: rows.length };
}

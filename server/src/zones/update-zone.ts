import type { Zone, zoneChange } from '@amasin/domain/zones/zone.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { ZoneRow } from '../database/schema/zones.ts';
import { Refusal } from '../refusal.ts';
import { presentZone } from './present.ts';
import { updateZoneRow } from './queries.ts';
import { refuseSameName } from './refuse-same-name.ts';

/** Changes what the body names and nothing else. Orders keep the label and fee that they were quoted with. */
export async function updateZone(ctx: Ctx, zone: ZoneRow, body: z.output<typeof zoneChange>): Promise<Zone> {
  if (Object.keys(body).length === 0) return presentZone(zone);
  const row = await refuseSameName(() => updateZoneRow(ctx.db, zone.id, body));
  if (row === null) throw new Refusal('NOT_FOUND');
  return presentZone(row);
}

import type { newZone, Zone, zoneChange } from '@amasin/domain/zones/zone.ts';
import type { z } from 'zod';
import { record, recordChange } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { transact } from '../database/transaction.ts';
import { Refusal, refuseDuplicate } from '../refusal.ts';
import { findZone, findZones, insertZone, markZoneDeleted, updateZoneRow } from './queries.ts';

const duplicates = { zones_label_unique: 'ZONE_EXISTS' } as const;

/** Lists all zones, without pagination: a select must offer every one. */
export async function listZones(ctx: Ctx): Promise<{ zones: Zone[]; total: number }> {
  const rows = await findZones(ctx.db);
  return { zones: rows.map(presentZone), total: rows.length };
}

/** @throws 404 NOT_FOUND when the zone does not exist or has been deleted */
export async function loadZone(ctx: Ctx, id: string): Promise<ZoneRow> {
  const zone = await findZone(ctx.db, id);
  if (zone === null) throw new Refusal('NOT_FOUND');
  return zone;
}

export async function createZone(ctx: Ctx, body: z.output<typeof newZone>): Promise<Zone> {
  const { location, ...zone } = body;
  const row = { ...zone, ...positionOf(location), createdAt: ctx.clock.now() };
  return transact(ctx.db, async (tx) => {
    const zone = await insertZone(tx, row);
    await record(ctx, tx, { action: 'create', kind: 'zone', id: zone.id });
    return presentZone(zone);
  });
}

/** Changes only the fields in the body. Existing orders keep the label and fee of their quote. */
export async function updateZone(ctx: Ctx, zone: ZoneRow, body: z.output<typeof zoneChange>): Promise<Zone> {
  if (Object.keys(body).length === 0) return presentZone(zone);
  const { location, ...fields } = body;
  const change = { ...fields, ...positionOf(location) };
  return refuseDuplicate(duplicates, () =>
    transact(ctx.db, async (tx) => {
      const row = await updateZoneRow(tx, zone.id, change);
      if (row === null) throw new Refusal('NOT_FOUND');
      await recordChange(ctx, tx, { kind: 'zone', id: zone.id }, zone, row);
      return presentZone(row);
    }),
  );
}

/**
 * Soft-deletes a zone; existing orders keep it.
 * @throws 404 NOT_FOUND when it is already deleted
 */
export async function deleteZone(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await markZoneDeleted(tx, id, ctx.clock.now()))) throw new Refusal('NOT_FOUND');
    await record(ctx, tx, { action: 'delete', kind: 'zone', id });
  });
}

/** Returns the columns of a position; none when the body does not name it. */
function positionOf(location: Zone['location'] | undefined) {
  if (location === undefined) return {};
  const [longitude, latitude] = location?.coordinates ?? [null, null];
  return { longitude, latitude };
}

/** Every field of a zone that leaves the server. */
function presentZone({ id, label, sectors, aliases, price, town, latitude, longitude }: ZoneRow): Zone {
  const location =
    latitude === null || longitude === null
      ? null
      : { coordinates: [longitude, latitude] as [number, number] };
  return { _id: id, label, sectors, aliases, price, town, location };
}

import { searchText } from '@amasin/domain/medications/search-text.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { Database } from '../database/database.ts';
import { type ZoneRow, zones } from '../database/schema/zones.ts';

const alive = isNull(zones.deletedAt);

/** Every zone that is served, in French order. */
export function findZones(db: Database): Promise<ZoneRow[]> {
  return db.select().from(zones).where(alive).orderBy(sql`${zones.label} collate "french"`, zones.id);
}

export async function findZone(db: Database, id: string): Promise<ZoneRow | null> {
  const [row] = await db
    .select()
    .from(zones)
    .where(and(eq(zones.id, id), alive));
  return row ?? null;
}

/**
 * The zone of this id or, accents and case forgiven, of this label: the one that is served or, failing that, one that
 * has been removed (`deletedAt`), so that the caller can say so.
 */
export async function findZoneNamed(db: Database, name: string): Promise<ZoneRow | null> {
  const [row] = await db
    .select()
    .from(zones)
    .where(isUuid(name) ? eq(zones.id, name) : eq(zones.searchText, searchText(name)))
    .orderBy(desc(isNull(zones.deletedAt)), desc(zones.deletedAt))
    .limit(1);
  return row ?? null;
}

/** Throws a duplicate of `zones_label_unique` where a zone has this name already. */
export async function insertZone(
  db: Database,
  zone: { label: string; sectors: string[]; price: number; town?: string | undefined; createdAt: Date },
): Promise<ZoneRow> {
  const [row] = await db
    .insert(zones)
    .values({ ...zone, town: zone.town ?? townIn(zone.label), searchText: searchText(zone.label) })
    .returning();
  if (row === undefined) throw new Error('the zone was not inserted');
  return row;
}

interface ZoneChange {
  readonly label?: string | undefined;
  readonly sectors?: string[] | undefined;
  readonly price?: number | undefined;
  readonly town?: string | undefined;
}

/** Changes at least one field. Null where the zone has gone meanwhile. */
export async function updateZoneRow(db: Database, id: string, change: ZoneChange): Promise<ZoneRow | null> {
  const [row] = await db
    .update(zones)
    .set({ ...change, ...(change.label !== undefined && { searchText: searchText(change.label) }) })
    .where(and(eq(zones.id, id), alive))
    .returning();
  return row ?? null;
}

/** False where it has gone already. */
export async function markZoneDeleted(db: Database, id: string, now: Date): Promise<boolean> {
  const gone = await db
    .update(zones)
    .set({ deletedAt: now })
    .where(and(eq(zones.id, id), alive))
    .returning({ id: zones.id });
  return gone.length > 0;
}

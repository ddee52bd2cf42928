import { isUuid } from '@amasin/domain/contract/uuid.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { type ZoneRow, zones } from '../database/schema/places.ts';
import { type ChangeOf, preparedOnce } from '../database/sql.ts';
import { Refusal } from '../refusal.ts';

const notDeleted = isNull(zones.deletedAt);

const statements = preparedOnce((db) => ({
  all: db
    .select()
    .from(zones)
    .where(notDeleted)
    .orderBy(sql`${zones.label} collate "french"`, zones.id)
    .prepare('zones'),
  byId: db
    .select()
    .from(zones)
    .where(eq(zones.id, sql.placeholder('name')))
    .prepare('zone_by_id'),
  byText: db
    .select()
    .from(zones)
    .where(eq(zones.searchText, sql.placeholder('name')))
    .orderBy(desc(isNull(zones.deletedAt)), desc(zones.deletedAt))
    .limit(constantLimit(1))
    .prepare('zone_by_text'),
}));

/** Finds all zones that are not deleted, in French order. */
export const findZones = (db: Database): Promise<ZoneRow[]> => statements(db).all.execute();

export async function findZone(db: Database, id: string): Promise<ZoneRow | null> {
  const [row] = await db
    .select()
    .from(zones)
    .where(and(eq(zones.id, id), notDeleted));
  return row ?? null;
}

/**
 * Finds a zone by id, or by label ignoring accents and case. Prefers one that is not deleted, but also
 * returns a deleted one (`deletedAt`) so that the caller can report it.
 */
export async function findZoneNamed(db: Database, name: string): Promise<ZoneRow | null> {
  const { byId, byText } = statements(db);
  const [row] = await (isUuid(name) ? byId.execute({ name }) : byText.execute({ name: searchText(name) }));
  return row ?? null;
}

/** `townIn` its label is the town of a zone without one. */
type NewZone = Omit<typeof zones.$inferInsert, 'searchText'>;

/** @throws 409 ZONE_EXISTS when the name exists */
export async function insertZone(db: Database, zone: NewZone): Promise<ZoneRow> {
  const [row] = await db
    .insert(zones)
    .values({ ...zone, town: zone.town ?? townIn(zone.label), searchText: searchText(zone.label) })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw new Refusal('ZONE_EXISTS');
  return row;
}

/**
 * Changes the given fields, of which there must be at least one.
 * @returns null when the zone has been deleted meanwhile
 */
export async function updateZoneRow(
  db: Database,
  id: string,
  change: ChangeOf<typeof zones>,
): Promise<ZoneRow | null> {
  const [row] = await db
    .update(zones)
    .set({ ...change, ...(change.label !== undefined && { searchText: searchText(change.label) }) })
    .where(and(eq(zones.id, id), notDeleted))
    .returning();
  return row ?? null;
}

/** @returns false when it is already deleted */
export async function markZoneDeleted(db: Database, id: string, now: Date): Promise<boolean> {
  const deleted = await db
    .update(zones)
    .set({ deletedAt: now })
    .where(and(eq(zones.id, id), notDeleted))
    .returning({ id: zones.id });
  return deleted.length > 0;
}

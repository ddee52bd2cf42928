import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { type PlaceRow, places } from '../../database/schema/places.ts';

/** What an import says of a place. */
export type ImportedPlace = Pick<
  PlaceRow,
  'name' | 'latitude' | 'longitude' | 'phone' | 'address' | 'hours'
> & {
  readonly sourceId: string;
};

// A directory without telephones does not take away those that another one has brought.
const kept = {
  name: sql`excluded.name`,
  latitude: sql`excluded.latitude`,
  longitude: sql`excluded.longitude`,
  phone: sql`coalesce(excluded.phone, places.phone)`,
  address: sql`coalesce(excluded.address, places.address)`,
  hours: sql`coalesce(excluded.hours, places.hours)`,
};

/**
 * Adds these places, each known by its source id at most once among them, or brings those that stand up to date: how many of
 * each. Those that say nothing new are not written.
 */
export async function upsertPlaces(
  tx: Database,
  imported: readonly ImportedPlace[],
): Promise<{ added: number; updated: number }> {
  if (imported.length === 0) return { added: 0, updated: 0 };
  const rows = imported.map((place) => ({ ...place, id: v7() }));
  const ids = new Set(rows.map(({ id }) => id));
  const [now, then] = [
    sql.join(Object.values(kept), sql`, `),
    sql.raw(
      Object.keys(kept)
        .map((column) => `places.${column}`)
        .join(', '),
    ),
  ];
  const written = await tx
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: places.sourceId,
      set: kept,
      setWhere: sql`(${then}) is distinct from (${now})`,
    })
    .returning({ id: places.id });
  const added = written.filter(({ id }) => ids.has(id)).length;
  return { added, updated: written.length - added };
}

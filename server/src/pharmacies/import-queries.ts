import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';

/** A place in an imported file. */
export type ImportedPlace = Pick<
  PlaceRow,
  'name' | 'latitude' | 'longitude' | 'phone' | 'address' | 'hours'
> & {
  readonly sourceId: string;
};

// An import without phones does not clear those of an earlier one.
const changes = {
  name: sql`excluded.name`,
  latitude: sql`excluded.latitude`,
  longitude: sql`excluded.longitude`,
  phone: sql`coalesce(excluded.phone, places.phone)`,
  address: sql`coalesce(excluded.address, places.address)`,
  hours: sql`coalesce(excluded.hours, places.hours)`,
};

/**
 * Adds these places, with distinct source ids, or updates existing ones; unchanged ones are not written.
 * @returns the number of each
 */
export async function upsertPlaces(
  tx: Database,
  imported: readonly ImportedPlace[],
): Promise<{ added: number; updated: number }> {
  if (imported.length === 0) return { added: 0, updated: 0 };
  const rows = imported.map((place) => ({ ...place, id: v7() }));
  const ids = new Set(rows.map(({ id }) => id));
  const next = sql.join(Object.values(changes), sql`, `);
  const current = sql.raw(
    Object.keys(changes)
      .map((column) => `places.${column}`)
      .join(', '),
  );
  const written = await tx
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: places.sourceId,
      set: changes,
      setWhere: sql`(${current}) is distinct from (${next})`,
    })
    .returning({ id: places.id });
  const added = written.filter(({ id }) => ids.has(id)).length;
  return { added, updated: written.length - added };
}

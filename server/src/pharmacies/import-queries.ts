import { inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';
import { fieldsOf, type Planned, UNCHANGED } from '../list-files/import-lines.ts';

/** A place in an imported file. */
export type ImportedPlace = Pick<
  PlaceRow,
  'name' | 'latitude' | 'longitude' | 'phone' | 'address' | 'hours'
> & {
  readonly sourceId: string;
};

type ImportedRow = ImportedPlace & { readonly id: string };

const labels = {
  name: 'Nom',
  latitude: 'Latitude',
  longitude: 'Longitude',
  phone: 'Téléphone',
  address: 'Adresse',
  hours: 'Horaires',
} as const;

/** How places are imported, each with its own source id. */
export const placeRows = { table: places, plan: planPlaces, write: writePlaces };

async function planPlaces(db: Database, imported: readonly ImportedPlace[]): Promise<Planned<ImportedRow>[]> {
  const ids = imported.map(({ sourceId }) => sourceId);
  const stored = await db.select().from(places).where(inArray(places.sourceId, ids));
  const existing = new Map(stored.map((row) => [row.sourceId, row]));
  return imported.map((place) => {
    const before = existing.get(place.sourceId) ?? null;
    // An import without phones does not clear those of an earlier one.
    const row = {
      ...place,
      id: before?.id ?? v7(),
      phone: place.phone ?? before?.phone ?? null,
      address: place.address ?? before?.address ?? null,
      hours: place.hours ?? before?.hours ?? null,
    };
    const fields = fieldsOf<ImportedPlace>(labels, before as ImportedPlace | null, row, (_, value) =>
      String(value),
    );
    if (before === null) return { is: 'added', row, fields };
    return fields.length === 0 ? UNCHANGED : { is: 'changed', row, fields };
  });
}

async function writePlaces(tx: Database, planned: readonly { readonly row: ImportedRow }[]): Promise<void> {
  await tx
    .insert(places)
    .values(planned.map(({ row }) => row))
    .onConflictDoUpdate({
      target: places.sourceId,
      set: {
        name: sql`excluded.name`,
        latitude: sql`excluded.latitude`,
        longitude: sql`excluded.longitude`,
        phone: sql`excluded.phone`,
        address: sql`excluded.address`,
        hours: sql`excluded.hours`,
      },
    });
}

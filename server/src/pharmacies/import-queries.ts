import { importColumns } from '@amasin/domain/imports/columns.ts';
import { inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';
import { excludedOf } from '../database/sql.ts';
import { fieldsOf, type Imported, keepUnsaid, type Planned, UNCHANGED } from '../list-files/import-lines.ts';

const columns = importColumns.pharmacies;

export type ImportedPlace = Imported<PlaceRow, typeof columns, 'name'> & { readonly sourceId: string };

type ImportedRow = typeof places.$inferInsert;

/** How places are imported, each with its own source id. */
export const placeRows = { table: places, plan: planPlaces, write: writePlaces };

async function planPlaces(db: Database, imported: readonly ImportedPlace[]): Promise<Planned<ImportedRow>[]> {
  const ids = imported.map(({ sourceId }) => sourceId);
  const stored = await db.select().from(places).where(inArray(places.sourceId, ids));
  const existing = new Map(stored.map((row) => [row.sourceId, row]));
  return imported.map((place) => {
    const before = existing.get(place.sourceId) ?? null;
    const row = { ...keepUnsaid(place, before), id: before?.id ?? v7() };
    const fields = fieldsOf<ImportedRow>(columns, before, row, (_, value) => String(value));
    if (before === null) return { is: 'added', row, fields };
    return fields.length === 0 ? UNCHANGED : { is: 'changed', row, fields };
  });
}

async function writePlaces(tx: Database, planned: readonly { readonly row: ImportedRow }[]): Promise<void> {
  await tx
    .insert(places)
    .values(planned.map(({ row }) => row))
    .onConflictDoUpdate({ target: places.sourceId, set: excludedOf(places, Object.keys(columns)) });
}

import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import {
  type DutyShiftRow,
  dutyLists,
  dutyShifts,
  type PlaceRow,
  places,
} from '../database/schema/places.ts';

let count = 0;

/** A pharmacy in Cotonou without an account; `buildUser` creates those with an account. */
export async function buildPlace(
  db: Database,
  fields: Partial<typeof places.$inferInsert> = {},
): Promise<PlaceRow> {
  count += 1;
  const [row] = await db
    .insert(places)
    .values({
      sourceId: `node/${v7()}`,
      name: `Pharmacie d’essai ${count}`,
      latitude: 6.37,
      longitude: 2.39,
      ...fields,
    })
    .returning();
  if (row === undefined) throw new Error('the place was not inserted');
  return row;
}

/** A shift covering the whole night of 20 November 2026; for a new pharmacy unless `placeId` is given. */
export async function buildDutyShift(
  db: Database,
  fields: Partial<typeof dutyShifts.$inferInsert> = {},
): Promise<DutyShiftRow> {
  const placeId = fields.placeId ?? (await buildPlace(db)).id;
  const [row] = await db
    .insert(dutyShifts)
    .values({
      startsAt: new Date('2026-11-20T21:00:00Z'),
      endsAt: new Date('2026-11-21T07:00:00Z'),
      createdAt: new Date('2026-11-18T08:00:00Z'),
      ...fields,
      placeId,
    })
    .returning();
  if (row === undefined) throw new Error('the shift was not inserted');
  return row;
}

/** The list that the Order of pharmacists published on 20 November 2026. */
export async function buildDutyList(
  db: Database,
  fields: Partial<typeof dutyLists.$inferInsert> = {},
): Promise<{ id: string }> {
  const [row] = await db
    .insert(dutyLists)
    .values({
      source: 'Ordre des pharmaciens',
      listedOn: '2026-11-20',
      createdAt: new Date('2026-11-20T08:00:00Z'),
      ...fields,
    })
    .returning({ id: dutyLists.id });
  if (row === undefined) throw new Error('the list was not inserted');
  return row;
}

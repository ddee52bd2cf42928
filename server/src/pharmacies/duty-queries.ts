import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import type { TimeRange } from '@amasin/domain/pharmacies/duty-night.ts';
import { and, count, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  type DutyShiftRow,
  dutyLists,
  dutyShifts,
  type PlaceRow,
  places,
} from '../database/schema/places.ts';

export interface ShiftOfPlace {
  readonly shift: DutyShiftRow;
  readonly place: PlaceRow;
}

/** Finds the shifts of listed pharmacies that overlap a time range, earliest first. */
export function findShiftsWithin(db: Database, { startsAt, endsAt }: TimeRange): Promise<ShiftOfPlace[]> {
  return selectShifts(db, and(lt(dutyShifts.startsAt, endsAt), gt(dutyShifts.endsAt, startsAt)));
}

/** Counts how many of these ids are listed pharmacies. */
export async function countListed(db: Database, placeIds: readonly string[]): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(places)
    .where(and(inArray(places.id, [...placeIds]), eq(places.active, true)));
  return found?.n ?? 0;
}

/**
 * Adds a shift for these pharmacies unless it exists.
 * @returns the shifts of all of them
 */
export async function insertShifts(
  tx: Database,
  placeIds: readonly string[],
  { startsAt, endsAt }: TimeRange,
  createdAt: Date,
): Promise<ShiftOfPlace[]> {
  await tx
    .insert(dutyShifts)
    .values(placeIds.map((placeId) => ({ placeId, startsAt, endsAt, createdAt })))
    .onConflictDoNothing();
  return selectShifts(
    tx,
    and(
      inArray(dutyShifts.placeId, [...placeIds]),
      eq(dutyShifts.startsAt, startsAt),
      eq(dutyShifts.endsAt, endsAt),
    ),
  );
}

/**
 * Repeats, a week later, the shifts of listed pharmacies that begin within this week, except those that would be over at `now` or
 * overlap another shift of the pharmacy.
 * @returns how many were added
 */
export async function copyShifts(tx: Database, { startsAt, endsAt }: TimeRange, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ placeId: string; startsAt: string; endsAt: string }>(sql`
    select s.place_id as "placeId", s.starts_at + interval '168 hours' as "startsAt", s.ends_at + interval '168 hours' as "endsAt"
    from duty_shifts s join places p on p.id = s.place_id and p.active
    where s.starts_at >= ${startsAt.toISOString()} and s.starts_at < ${endsAt.toISOString()}
      and s.ends_at + interval '168 hours' > ${now.toISOString()}
      and not exists (select from duty_shifts there where there.place_id = s.place_id
        and there.starts_at < s.ends_at + interval '168 hours' and there.ends_at > s.starts_at + interval '168 hours')`);
  if (rows.length === 0) return 0;
  const copies = rows.map((row) => ({
    placeId: row.placeId,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    createdAt: now,
  }));
  const added = await tx
    .insert(dutyShifts)
    .values(copies)
    .onConflictDoNothing()
    .returning({ id: dutyShifts.id });
  return added.length;
}

/** @returns false when it is already deleted */
export async function deleteShift(db: Database, id: string): Promise<boolean> {
  const deleted = await db.delete(dutyShifts).where(eq(dutyShifts.id, id)).returning({ id: dutyShifts.id });
  return deleted.length > 0;
}

function selectShifts(db: Database, where: SQL | undefined): Promise<ShiftOfPlace[]> {
  return db
    .select({ shift: dutyShifts, place: places })
    .from(dutyShifts)
    .innerJoin(places, eq(places.id, dutyShifts.placeId))
    .where(and(where, eq(places.active, true)))
    .orderBy(dutyShifts.startsAt, sql`${places.name} collate "french"`, dutyShifts.id);
}

/** Finds every listed pharmacy, by name. */
export function findDirectory(
  db: Database,
): Promise<{ _id: string; name: string; address: string | null }[]> {
  return db
    .select({ _id: places.id, name: places.name, address: places.address })
    .from(places)
    .where(eq(places.active, true))
    .orderBy(sql`${places.name} collate "french"`, places.id);
}

/** Finds the latest published list; null when none was imported. */
export async function findLatestList(db: Database): Promise<DutyList | null> {
  const [row] = await db
    .select({ date: dutyLists.listedOn, source: dutyLists.source })
    .from(dutyLists)
    .orderBy(desc(dutyLists.listedOn), desc(dutyLists.createdAt))
    .limit(1);
  return row ?? null;
}

/** Records a published list unless it is known. */
export async function insertList(tx: Database, { date, source }: DutyList, createdAt: Date): Promise<void> {
  await tx.insert(dutyLists).values({ source, listedOn: date, createdAt }).onConflictDoNothing();
}

/**
 * Adds these shifts unless they exist.
 * @returns how many were added
 */
export async function insertListed(
  tx: Database,
  shifts: readonly (TimeRange & { placeId: string })[],
  createdAt: Date,
): Promise<number> {
  if (shifts.length === 0) return 0;
  const added = await tx
    .insert(dutyShifts)
    .values(shifts.map((shift) => ({ ...shift, createdAt })))
    .onConflictDoNothing()
    .returning({ id: dutyShifts.id });
  return added.length;
}

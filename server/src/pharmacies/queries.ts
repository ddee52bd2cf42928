import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A place, whether it is on duty at the moment that was asked about, and how far from the point if there was one. */
export interface FoundPlace {
  readonly place: PlaceRow;
  readonly onDutyNow: boolean;
  readonly metres: number | null;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Asked extends Page {
  readonly now: Date;
  /** The nearest first; without it, by name. */
  readonly from?: Point | undefined;
}

const shown = eq(places.active, true);
const byName = sql`${places.name} collate "french"`;

/** Written out: in a selection of one table the columns of another lose their table's name. */
const onDutyAt = (now: Date) => sql<boolean>`(places.on_duty or exists (
  select from duty_shifts s where s.place_id = places.id
    and s.starts_at <= ${now.toISOString()}::timestamptz and s.ends_at > ${now.toISOString()}::timestamptz))`;

const earthPoint = ({ lat, lng }: Point) => sql`ll_to_earth(${lat}::float8, ${lng}::float8)`;
const metresFrom = (point: Point) =>
  sql<
    number | null
  >`earth_distance(${earthPoint(point)}, place_point(places.latitude, places.longitude)::earth)`;

/** Shown places within so many kilometres of a point, the nearest first. */
export function findPlacesAround(db: Database, from: Point, km: number, asked: Omit<Asked, 'from'>) {
  const metres = km * 1000;
  // The index knows boxes; their corners are farther away than the radius.
  const inBox = sql`earth_box(${earthPoint(from)}, ${metres}::float8) @> place_point(places.latitude, places.longitude)`;
  return findPage(db, and(shown, inBox, sql`${metresFrom(from)} <= ${metres}::float8`), { ...asked, from });
}

/** Shown places that are on duty now. */
export function findPlacesOnDuty(db: Database, asked: Asked) {
  return findPage(db, and(shown, onDutyAt(asked.now)), asked);
}

/** Shown places by part of their name or address, accents and case forgiven; all of them without it. */
export function findPlacesNamed(db: Database, q: string | undefined, asked: Omit<Asked, 'from'>) {
  const holds = (column: unknown) => sql`strpos(lower(unaccent(${column})), lower(unaccent(${q}))) > 0`;
  return findPage(db, and(shown, q ? or(holds(places.name), holds(places.address)) : undefined), asked);
}

async function findPage(
  db: Database,
  where: SQL | undefined,
  { now, from, page, limit }: Asked,
): Promise<{ rows: FoundPlace[]; total: number }> {
  const metres = from ? metresFrom(from) : sql<null>`null::float8`;
  const [rows, all] = await Promise.all([
    db
      .select({ place: places, onDutyNow: onDutyAt(now), metres })
      .from(places)
      .where(where)
      .orderBy(...(from ? [sql`${metres} asc nulls last`] : []), byName, places.id)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(places).where(where),
  ]);
  return { rows, total: all[0]?.n ?? 0 };
}

/** The place of this id, or of the account of this id; null where there is none. */
export async function findPlace(db: Database, id: string, now: Date): Promise<FoundPlace | null> {
  const [row] = await db
    .select({ place: places, onDutyNow: onDutyAt(now), metres: sql<null>`null::float8` })
    .from(places)
    .where(or(eq(places.id, id), eq(places.accountId, id)));
  return row ?? null;
}

/** Turns a place's own switch. An account's is in its own row, from where it reaches the place. */
export async function setDuty(db: Database, { id, accountId }: PlaceRow, onDuty: boolean): Promise<void> {
  if (accountId === null) await db.update(places).set({ onDuty }).where(eq(places.id, id));
  else await db.update(users).set({ onDuty }).where(eq(users.id, accountId));
}

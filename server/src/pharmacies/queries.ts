import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A place, whether it is on duty at `now`, and its distance from the point, if given. */
export interface FoundPlace {
  readonly place: PlaceRow;
  readonly onDutyNow: boolean;
  readonly metres: number | null;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Search extends Page {
  readonly now: Date;
  /** Nearest first; by name without it. */
  readonly from?: Point | undefined;
}

const listed = eq(places.active, true);
const byName = sql`${places.name} collate "french"`;

/** Plain SQL: Drizzle omits the table of columns in a selection from one table. */
const onDutyAt = (now: Date) => sql<boolean>`(places.on_duty or exists (
  select from duty_shifts s where s.place_id = places.id
    and s.starts_at <= ${now.toISOString()}::timestamptz and s.ends_at > ${now.toISOString()}::timestamptz))`;

const earthPoint = ({ lat, lng }: Point) => sql`ll_to_earth(${lat}::float8, ${lng}::float8)`;
const metresFrom = (point: Point) =>
  sql<
    number | null
  >`earth_distance(${earthPoint(point)}, place_point(places.latitude, places.longitude)::earth)`;

/** Listed places within this distance from a point, nearest first. */
export function findPlacesAround(db: Database, from: Point, km: number, search: Omit<Search, 'from'>) {
  const metres = km * 1000;
  // The index finds boxes; their corners are beyond the radius.
  const inBox = sql`earth_box(${earthPoint(from)}, ${metres}::float8) @> place_point(places.latitude, places.longitude)`;
  return findPage(db, and(listed, inBox, sql`${metresFrom(from)} <= ${metres}::float8`), { ...search, from });
}

/** Listed places that are on duty now. */
export function findPlacesOnDuty(db: Database, search: Search) {
  return findPage(db, and(listed, onDutyAt(search.now)), search);
}

/** Listed places whose name or address contains `q`, ignoring accents and case. */
export function findPlacesNamed(db: Database, q: string | undefined, search: Omit<Search, 'from'>) {
  const contains = (column: unknown) => sql`strpos(lower(unaccent(${column})), lower(unaccent(${q}))) > 0`;
  return findPage(
    db,
    and(listed, q ? or(contains(places.name), contains(places.address)) : undefined),
    search,
  );
}

async function findPage(
  db: Database,
  where: SQL | undefined,
  { now, from, page, limit }: Search,
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

/** The place with this id or of this account. */
export async function findPlace(db: Database, id: string, now: Date): Promise<FoundPlace | null> {
  const [row] = await db
    .select({ place: places, onDutyNow: onDutyAt(now), metres: sql<null>`null::float8` })
    .from(places)
    .where(or(eq(places.id, id), eq(places.accountId, id)));
  return row ?? null;
}

/** Sets the switch of a place. That of an account is on its user row, from where a trigger copies it. */
export async function setDuty(db: Database, { id, accountId }: PlaceRow, onDuty: boolean): Promise<void> {
  if (accountId === null) await db.update(places).set({ onDuty }).where(eq(places.id, id));
  else await db.update(users).set({ onDuty }).where(eq(users.id, accountId));
}

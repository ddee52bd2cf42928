import { dutyNight, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import { and, count, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PlaceRow, places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';
import { preparedOnce } from '../database/sql.ts';

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

/** A place that has a medicine, and when it was seen there. */
export interface StockedPlace extends FoundPlace {
  readonly seenAt: Date | null;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Search extends Page {
  readonly now: Date;
}

const given = sql.placeholder;
const listed = eq(places.active, true);
const byName = sql`${places.name} collate "french"`;

/** Tells whether a place is on duty. Plain SQL, because Drizzle omits the table of columns when it selects from one table. */
export const onDutyAt = (now: string | Placeholder) => sql<boolean>`(places.on_duty or exists (
  select from duty_shifts s where s.place_id = places.id
    and s.starts_at <= ${now}::timestamptz and s.ends_at > ${now}::timestamptz))`;
const onDutyNow = onDutyAt(given('now'));

/**
 * Selects the metres from a place to a point, null unless both have a position. The haversine formula is `earth_distance` without a
 * cube for each place, and six times faster.
 */
export const metresTo = (lat: SQL, lng: SQL) => sql<
  number | null
>`(case when places.latitude + ${lat} is not null then
  2 * earth() * asin(least(1, sqrt(
    power(sin(radians(places.latitude - ${lat}) / 2), 2) + cos(radians(places.latitude)) * cos(radians(${lat}))
      * power(sin(radians(places.longitude - ${lng}) / 2), 2)))) end)`;

const lat = sql`${given('lat')}::float8`;
const lng = sql`${given('lng')}::float8`;
const metresAway = metresTo(lat, lng);

// The index finds boxes; their corners are beyond the radius.
const around = sql`earth_box(ll_to_earth(${lat}, ${lng}), ${given('radius')}::float8)
  @> place_point(places.latitude, places.longitude) and ${metresAway} <= ${given('radius')}::float8`;

const contains = (column: unknown) =>
  sql`strpos(lower(unaccent(${column})), lower(unaccent(${given('q')}))) > 0`;

/** Matches a place that is open all night by its usual hours, in the two writings of the directory. */
const isAlwaysOpen = sql`coalesce(${places.hours}, '') ~ '^\\s*24/7\\s*$|^(Mo-Su )?00:00-(00|24):00$'`;

/** Sorts at night the places that are open before the others. */
const openAtNight = sql`case when ${given('isNight')}::boolean then not (${onDutyNow} or ${isAlwaysOpen}) end`;

/** When the believed list of a place says that a medicine is there, else null. */
const seenAt = sql`(select s.seen_at from stock s where s.pharmacy_id = places.account_id
  and s.medication_id = ${given('medicationId')}::uuid and s.there and s.seen_at > ${given('since')}::timestamptz)`.mapWith(
  (at: Date | string | null) => (at === null ? null : new Date(at)),
) as SQL<Date | null>;

/** Prepares a page of the listed places, and their number, which is asked only when the page is beyond the last one. */
function prepareList(
  db: Database,
  name: string,
  where: SQL | undefined,
  { isNearestFirst = false, isOpenFirst = false, seen = sql<null>`null` as SQL<Date | null> } = {},
) {
  const metres = isNearestFirst ? metresAway : sql<null>`null::float8`;
  const page = db
    .select({ place: places, onDutyNow, metres, seenAt: seen, total: sql<number>`(count(*) over ())::int` })
    .from(places)
    .where(and(listed, where))
    .orderBy(
      ...(isOpenFirst ? [openAtNight] : []),
      ...(isNearestFirst ? [sql`${metres} asc nulls last`] : []),
      byName,
      places.id,
    )
    .limit(given('limit'))
    .offset(given('offset'));
  const all = db.select({ total: count() }).from(places).where(and(listed, where));
  return { page: page.prepare(`places_${name}`), all: all.prepare(`places_${name}_all`) };
}

const lists = preparedOnce((db) => ({
  around: prepareList(db, 'around', around, { isNearestFirst: true, isOpenFirst: true }),
  having: prepareList(db, 'having', sql`${around} and ${seenAt} is not null`, {
    isNearestFirst: true,
    isOpenFirst: true,
    seen: seenAt,
  }),
  onDuty: prepareList(db, 'on_duty', onDutyNow),
  onDutyAround: prepareList(db, 'on_duty_around', onDutyNow, { isNearestFirst: true }),
  named: prepareList(db, 'named', or(contains(places.name), contains(places.address))),
  all: prepareList(db, 'all', undefined),
}));

/** Finds the listed places within this distance from a point: at night those that are open first, then the nearest first. */
export function findPlacesAround(db: Database, from: Point, km: number, search: Search) {
  return findPage(lists(db).around, search, aroundOf(from, km, search.now));
}

/** Finds those of them whose list, seen since then, says that this medicine is there. */
export function findPlacesWith(
  db: Database,
  { medicationId, since }: { medicationId: string; since: Date },
  from: Point,
  km: number,
  search: Search,
) {
  const said = { medicationId, since: since.toISOString() };
  return findPage(lists(db).having, search, { ...aroundOf(from, km, search.now), ...said });
}

function aroundOf(from: Point, km: number, now: Date) {
  const night = dutyNight(tonight(now));
  return { ...from, radius: km * 1000, isNight: night !== null && night.startsAt <= now };
}

/** Finds the listed places that are on duty now: nearest first, or by name without a point. */
export function findPlacesOnDuty(db: Database, { from, ...search }: Search & { from?: Point | undefined }) {
  return from
    ? findPage(lists(db).onDutyAround, search, { ...from })
    : findPage(lists(db).onDuty, search, {});
}

/** Finds the listed places whose name or address contains `q`, ignoring accents and case, by name. */
export function findPlacesNamed(db: Database, q: string | undefined, search: Search) {
  return q ? findPage(lists(db).named, search, { q }) : findPage(lists(db).all, search, {});
}

async function findPage(
  list: ReturnType<typeof prepareList>,
  { now, page, limit }: Search,
  more: Record<string, unknown>,
): Promise<{ rows: StockedPlace[]; total: number }> {
  const values = { ...more, now: now.toISOString(), limit, offset: (page - 1) * limit };
  const rows = await list.page.execute(values);
  const [{ total } = { total: 0 }] = rows.length > 0 || page === 1 ? rows : await list.all.execute(values);
  return { rows, total };
}

/** Finds the place with this id or of this account. */
export async function findPlace(db: Database, id: string, now: Date): Promise<FoundPlace | null> {
  const [row] = await db
    .select({ place: places, onDutyNow: onDutyAt(now.toISOString()), metres: sql<null>`null::float8` })
    .from(places)
    .where(or(eq(places.id, id), eq(places.accountId, id)));
  return row ?? null;
}

/** Sets the duty switch of a place; for one with an account, on the user row, from which a trigger copies it. */
export async function setDuty(db: Database, { id, accountId }: PlaceRow, onDuty: boolean): Promise<void> {
  if (accountId === null) await db.update(places).set({ onDuty }).where(eq(places.id, id));
  else await db.update(users).set({ onDuty }).where(eq(users.id, accountId));
}

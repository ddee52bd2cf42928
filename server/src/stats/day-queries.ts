import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { zones } from '../database/schema/zones.ts';
import { ANYONE } from './count-queries.ts';
import { byState, type OrderCounts } from './queries.ts';

/** Days in Benin time, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The orders of all zones by state, kept up to date by triggers. */
const ordersOf = ({ from, to }: Days): SQL => sql`day_total_lines where day between ${from} and ${to}`;

/** Orders created on each day that has any, and the amounts paid, FCFA. */
export async function findDays(db: Database, days: Days) {
  const { rows } = await db.execute<{ day: string; orders: number; revenue: number }>(
    sql`select day::text, sum(n)::float8 as orders, sum(paid_fcfa)::float8 as revenue from ${ordersOf(days)}
        group by 1 having sum(n) > 0`,
  );
  return rows;
}

export interface Median {
  /** Null: over all these days. */
  readonly day: string | null;
  readonly minutes: number;
}

/** The median delivery time of each day, and over all days, whole minutes: the middle one, or between the middle two. */
export async function findMedians(db: Database, { from, to }: Days): Promise<Median[]> {
  const { rows } = await db.execute<{ day: string | null; minutes: number }>(
    sql`with times as (
          select day, state::int as minutes, sum(n) as n from day_count_lines
          where day between ${from} and ${to} and zone_id = ${ANYONE} group by grouping sets ((day, state), (state))
        ), ranked as (
          select day, minutes, n, sum(n) over (partition by day order by minutes) as upto, sum(n) over (partition by day) as total
          from times where n > 0
        )
        select day::text, round(avg(minutes)::float8) as minutes from ranked
        where upto >= div(total + 1, 2) and upto - n < div(total, 2) + 1 group by day`,
  );
  return rows;
}

/** Orders of these days by state, without the states that have none. */
export async function countStatesOf(db: Database, days: Days): Promise<OrderCounts> {
  const { rows } = await db.execute<{ state: string; n: number }>(
    sql`select state, sum(n)::float8 as n from ${ordersOf(days)} group by 1`,
  );
  return byState(rows);
}

/** Orders of these days by zone, under its current name, most orders first. */
export async function findZonesOf(db: Database, { from, to }: Days) {
  const { rows } = await db.execute<{ _id: string; label: string; orders: number; revenue: number }>(
    sql`select ${zones.id} as _id, ${zones.label}, n as orders, paid as revenue
        from (select zone_id, sum(n)::float8 as n, sum(paid_fcfa)::float8 as paid from day_count_lines
          where day between ${from} and ${to} and zone_id <> ${ANYONE} group by 1) counted
        join ${zones} on ${zones.id} = zone_id where n > 0
        order by n desc, ${zones.label} collate "french", ${zones.id}`,
  );
  return rows;
}

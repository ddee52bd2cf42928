import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { count, eq, type SQL, sql } from 'drizzle-orm';
import { ANYONE, type Count, readCounts } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { zones } from '../database/schema/places.ts';

export type OrderCounts = Partial<Record<OrderState, number>>;

/** Counts the orders of one customer by state, and sums what they paid, FCFA; without the states that have none. */
export const countOrdersOf = (db: Database, customerId: string) =>
  db
    // PostgreSQL sums integers into a bigint, which the driver returns as text; it stays far below 2^53.
    .select({ state: orders.state, n: count(), paid: sql`sum(${orders.paid})`.mapWith(Number) })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .groupBy(orders.state);

export const byState = (rows: readonly { state: string; n: number }[]): OrderCounts =>
  Object.fromEntries(rows.map(({ state, n }) => [state, n]));

/** Counts all orders by state. */
export const countAllOrders = (db: Database): Promise<Count[]> => readCounts(db, 'orders');

export interface TypeCount {
  readonly type: UserType;
  readonly active: boolean;
  readonly n: number;
}

/** Counts the users by type and active flag. */
export async function countUsers(db: Database): Promise<TypeCount[]> {
  const rows = await readCounts(db, 'users');
  return rows.map(({ state, n }) => {
    const [type, activity] = state.split(' ');
    return { type: type as UserType, active: activity === 'active', n };
  });
}

/** Days in Benin time, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Names the counts of these days, over all zones, that triggers maintain. */
const ordersOf = ({ from, to }: Days): SQL => sql`day_total_lines where day between ${from} and ${to}`;

/** Counts the orders created on each day that has any, and sums the amounts paid, FCFA. */
export async function findDays(db: Database, days: Days) {
  const { rows } = await db.execute<{ day: string; orders: number; revenue: number }>(
    sql`select day::text, sum(n)::float8 as orders, sum(paid_fcfa)::float8 as revenue from ${ordersOf(days)}
        group by 1 having sum(n) > 0`,
  );
  return rows;
}

interface Median {
  /** Null for the median over all these days. */
  readonly day: string | null;
  readonly minutes: number;
}

/** Finds the median delivery time of each day and over all days, in whole minutes: the middle one, or the mean of the middle two. */
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

/** Counts the orders of these days by state, without the states that have none. */
export async function countStatesOf(db: Database, days: Days): Promise<OrderCounts> {
  const { rows } = await db.execute<{ state: string; n: number }>(
    sql`select state, sum(n)::float8 as n from ${ordersOf(days)} group by 1`,
  );
  return byState(rows);
}

/** Counts the orders of these days by zone, under its current name, most orders first. */
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

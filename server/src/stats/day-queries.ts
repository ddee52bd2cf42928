import { dateRange } from '@amasin/domain/contract/dates.ts';
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/zones.ts';
import { type OrderCounts, sumOf } from './queries.ts';

/** Days in Benin time, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const madeOn = ({ from, to }: Days): SQL | undefined =>
  and(
    gte(orders.createdAt, dateRange(from)?.from ?? new Date(0)),
    lt(orders.createdAt, dateRange(to)?.to ?? new Date(0)),
  );

const day = sql<string>`to_char(${orders.createdAt} at time zone 'Africa/Porto-Novo', 'YYYY-MM-DD')`;

const minutes = sql`extract(epoch from (${orderEvents.at} - ${payments.settledAt})) / 60`;
const median = sql<number | null>`round(percentile_cont(0.5) within group (order by ${minutes}))`.mapWith(
  Number,
);

/** An order is delivered only once, so this join adds no rows. */
const isDelivery = and(eq(orderEvents.orderId, orders.id), eq(orderEvents.action, 'mark-delivered'));

/** Orders created on each day that has any, the amounts paid and the median delivery time, minutes. */
export async function findDays(db: Database, days: Days) {
  return db
    .select({ day, orders: count(), revenue: sumOf(orders.paid), deliveryMinutes: median })
    .from(orders)
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .leftJoin(orderEvents, isDelivery)
    .where(madeOn(days))
    .groupBy(sql`1`);
}

/** The median delivery time over all these days. */
export async function findMedian(db: Database, days: Days): Promise<number | null> {
  const [row] = await db
    .select({ minutes: median })
    .from(orders)
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .innerJoin(orderEvents, isDelivery)
    .where(madeOn(days));
  return row?.minutes ?? null;
}

/** Orders of these days by state, without the states that have none. */
export async function countStatesOf(db: Database, days: Days): Promise<OrderCounts> {
  const rows = await db
    .select({ state: orders.state, n: count() })
    .from(orders)
    .where(madeOn(days))
    .groupBy(orders.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Orders of these days by zone, under its current name, most orders first. */
export function findZonesOf(db: Database, days: Days) {
  return db
    .select({ _id: zones.id, label: zones.label, orders: count(), revenue: sumOf(orders.paid) })
    .from(orders)
    .innerJoin(zones, eq(zones.id, orders.zoneId))
    .where(madeOn(days))
    .groupBy(zones.id)
    .orderBy(desc(count()), sql`${zones.label} collate "french"`, zones.id);
}

import { dateRange } from '@amasin/domain/contract/dates.ts';
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/zones.ts';
import { type OrderCounts, sumOf } from './queries.ts';

/** Days of Benin, both included. */
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

/** An order is delivered once: this joins no order twice. */
const isDelivery = and(eq(orderEvents.orderId, orders.id), eq(orderEvents.action, 'mark-delivered'));

/** The orders made on each day that has any, what they have paid, and how long half of those delivered took at most. */
export async function findDays(db: Database, days: Days) {
  return db
    .select({ day, orders: count(), revenue: sumOf(orders.paid), deliveryMinutes: median })
    .from(orders)
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .leftJoin(orderEvents, isDelivery)
    .where(madeOn(days))
    .groupBy(sql`1`);
}

/** The same median over all these days together. */
export async function findMedian(db: Database, days: Days): Promise<number | null> {
  const [row] = await db
    .select({ minutes: median })
    .from(orders)
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .innerJoin(orderEvents, isDelivery)
    .where(madeOn(days));
  return row?.minutes ?? null;
}

/** The orders of these days by state; a state without any is left out. */
export async function countStatesOf(db: Database, days: Days): Promise<OrderCounts> {
  const rows = await db
    .select({ state: orders.state, n: count() })
    .from(orders)
    .where(madeOn(days))
    .groupBy(orders.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** The orders of these days by zone, as it is called now, most orders first. */
export function findZonesOf(db: Database, days: Days) {
  return db
    .select({ _id: zones.id, label: zones.label, orders: count(), revenue: sumOf(orders.paid) })
    .from(orders)
    .innerJoin(zones, eq(zones.id, orders.zoneId))
    .where(madeOn(days))
    .groupBy(zones.id)
    .orderBy(desc(count()), sql`${zones.label} collate "french"`, zones.id);
}

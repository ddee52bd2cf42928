import { MEASURED, usualMinutes } from '@amasin/domain/orders/expected/usual-minutes.ts';
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { oneOf } from '../../database/schema/columns.ts';
import { isDelivered, isReadPhotograph } from '../../database/schema/lists/order-conditions.ts';
import { orderEvents, orders } from '../../database/schema/orders.ts';

/** The usual minutes from payment to delivery in a zone; null after too few deliveries. */
export function findUsualMinutes(db: Database, zoneId: string): Promise<number | null> {
  const delivered = sql`${orders.zoneId} = ${zoneId} and ${isDelivered(orders)}`;
  return findMedian(db, orders.paidAt, delivered, 'mark-delivered');
}

/** The usual minutes until a photographed prescription is read; null after too few. */
export function findReadingMinutes(db: Database): Promise<number | null> {
  return findMedian(db, orders.createdAt, isReadPhotograph(orders), 'write-prescription');
}

/** Of the last of these orders, from a time to an event. Each search is a range of an index. */
async function findMedian(
  db: Database,
  from: typeof orders.paidAt | typeof orders.createdAt,
  where: SQL,
  action: string,
): Promise<number | null> {
  // The limit is in the text: with a parameter, PostgreSQL expects a tenth of the table and plans every call anew.
  const { rows } = await db.execute<{ measured: number; median: number | null }>(
    sql`select count(*)::int as measured,
          percentile_cont(0.5) within group (order by extract(epoch from ${orderEvents.at} - last.since) / 60) as median
        from (select id, ${from} as since from ${orders} where ${where}
              order by ${desc(from)}, ${desc(orders.id)} limit ${sql.raw(String(MEASURED))}) last
        join ${orderEvents} on ${orderEvents.orderId} = last.id and ${oneOf(orderEvents.action, [action])}`,
  );
  return usualMinutes(rows[0]?.measured ?? 0, rows[0]?.median ?? null);
}

import { MEASURED, usualMinutes } from '@amasin/domain/orders/expected/usual-minutes.ts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { isDelivered, isReadPhotograph } from '../../database/schema/lists/order-conditions.ts';
import { orderEvents, orders } from '../../database/schema/orders.ts';

/** The usual minutes from payment to delivery in a zone; null after too few deliveries. */
export function findUsualMinutes(db: Database, zoneId: string): Promise<number | null> {
  const delivered = and(eq(orders.zoneId, zoneId), isDelivered(orders));
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
  where: SQL | undefined,
  action: string,
): Promise<number | null> {
  const last = db
    .select({ id: orders.id, from: sql`${from}`.as('from') })
    .from(orders)
    .where(where)
    .orderBy(desc(from), desc(orders.id))
    .limit(MEASURED)
    .as('last');
  const [found] = await db
    .select({
      measured: sql<number>`count(*)::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${orderEvents.at} - ${last.from}) / 60)`,
    })
    .from(last)
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, last.id), eq(orderEvents.action, action)));
  return usualMinutes(found?.measured ?? 0, found?.median ?? null);
}

import { and, asc, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type OrderRow, orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { inState } from '../../scopes/orders.ts';

/**
 * Orders that wait for their customer and that nothing happened to since `untouchedSince`, the oldest first; without those whose
 * payment was opened after `portalsSince`.
 */
export function findUnpaidOrders(
  db: Database,
  untouchedSince: Date,
  portalsSince: Date,
  limit: number,
): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        inState('pre-treatment'),
        lt(orders.createdAt, untouchedSince),
        or(sql`${orders.itemsCount} > 0`, isNotNull(orders.photoProblem)),
        sql`not exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
          and ${orderEvents.at} >= ${untouchedSince})`,
        sql`not exists (select from ${payments} where ${payments.orderId} = ${orders.id}
          and ${payments.status} = 'pending' and ${payments.createdAt} > ${portalsSince})`,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
}

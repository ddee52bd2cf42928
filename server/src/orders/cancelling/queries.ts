import type { CancelReason } from '@amasin/domain/orders/problems/cancel-reason.ts';
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type OrderRow, orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { inState } from '../../scopes/orders.ts';
import { changeIf } from '../change-queries.ts';

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

/** Cancels a pre-treatment order that has this prescription, or none. @returns false when it has changed */
export function setCancelled(
  db: Database,
  id: string,
  { reason, prescriptionId }: { reason: CancelReason; prescriptionId: string | null },
): Promise<boolean> {
  const isSame =
    prescriptionId === null ? isNull(orders.prescriptionId) : eq(orders.prescriptionId, prescriptionId);
  const change = { state: 'cancelled' as const, cancelReason: reason, photoProblem: null };
  return changeIf(db, id, 'pre-treatment', isSame, change);
}

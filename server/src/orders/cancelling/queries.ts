import type { CancelReason } from '@amasin/domain/orders/problems/cancel-reason.ts';
import type { CancelDecline, CancelRequestReason } from '@amasin/domain/orders/problems/cancel-request.ts';
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { insuranceCards } from '../../database/schema/insurance.ts';
import { type OrderRow, orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { inState } from '../../scopes/orders.ts';
import { changeIf, noProblem } from '../change-queries.ts';

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
        // Its card is on the list of those to check: it waits for us.
        sql`not (${orders.cardAwaited} and exists (select from ${insuranceCards} where ${insuranceCards.id} = ${orders.cardId}
          and ${insuranceCards.checkAskedAt} is not null))`,
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

/** Stores that the customer asks to cancel a paid order. @returns false when they have, or its delivery has started */
export function setCancelAsked(
  db: Database,
  id: string,
  { reason, at }: { reason: CancelRequestReason; at: Date },
): Promise<boolean> {
  const change = { cancelAskedReason: reason, cancelAskedAt: at };
  return changeIf(db, id, 'pending', isNull(orders.cancelAskedAt), change);
}

/** Declines what the customer asks. @returns false when that was decided, or its delivery has started */
export function setCancelDeclined(db: Database, id: string, declined: CancelDecline): Promise<boolean> {
  const isOpen = and(isNotNull(orders.cancelAskedAt), isNull(orders.cancelDeclined));
  return changeIf(db, id, 'pending', isOpen, { cancelDeclined: declined });
}

/** Who wants a paid order cancelled, and what is noted about it. */
export interface PaidCancellation {
  /** `asked`: its customer, even when that was declined; `unasked`: a supervisor, unless a request of its customer is open. */
  readonly by: 'asked' | 'unasked';
  readonly reason: CancelReason;
  readonly note: string | null;
}

/**
 * Cancels a paid order. Its payment, pharmacy and courier are in its history.
 * @returns false when its customer did not ask for it (`asked`) or waits for an answer (`unasked`), or its delivery has started
 */
export function setCancelledPaid(
  db: Database,
  id: string,
  { by, reason, note }: PaidCancellation,
): Promise<boolean> {
  const isTheirs =
    by === 'asked'
      ? isNotNull(orders.cancelAskedAt)
      : or(isNull(orders.cancelAskedAt), isNotNull(orders.cancelDeclined));
  return changeIf(db, id, 'pending', isTheirs, {
    state: 'cancelled',
    cancelReason: reason,
    cancelNote: note,
    paid: 0,
    paidAt: null,
    paymentId: null,
    transactionId: null,
    usualMinutes: null,
    pharmacyId: null,
    deliveryPersonId: null,
    readyAt: null,
    cancelDeclined: null,
    ...noProblem,
  });
}

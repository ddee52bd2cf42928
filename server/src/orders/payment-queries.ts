import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { inquiries } from '../database/schema/inquiries.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { type OrderRow, orderEvents, orders } from '../database/schema/orders.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { inState } from '../scopes/orders.ts';

/**
 * Finds the orders that wait for their customer and have no event since `untouchedSince`, or since `askedSince` when they are a basket
 * that pharmacies were asked about, which may hold a prescription that somebody else has: the oldest first. An order with a
 * payment opened after `portalsSince` is still being paid, and left out.
 */
export function findUnpaidOrders(
  db: Database,
  { untouchedSince, askedSince }: { untouchedSince: Date; askedSince: Date },
  portalsSince: Date,
  limit: number,
): Promise<OrderRow[]> {
  const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  const untouched = sql`case when ${orders.prescriptionUrl} is null and not ${orders.cardAwaited}
    and exists (select from ${inquiries} where ${inquiries.orderId} = ${orders.id}) then ${moment(askedSince)} else ${moment(untouchedSince)} end`;
  return db
    .select()
    .from(orders)
    .where(
      and(
        inState('pre-treatment'),
        lt(orders.createdAt, untouched),
        or(sql`${orders.itemsCount} > 0`, isNotNull(orders.photoProblem)),
        // An order whose card is to be checked waits for us, not for its customer.
        sql`not (${orders.cardAwaited} and exists (select from ${insuranceCards} where ${insuranceCards.id} = ${orders.cardId}
          and ${insuranceCards.checkAskedAt} is not null))`,
        sql`not exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
          and ${orderEvents.at} >= ${untouched})`,
        sql`not exists (select from ${payments} where ${payments.orderId} = ${orders.id}
          and ${payments.status} = 'pending' and ${payments.createdAt} > ${portalsSince})`,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
}

/** Finds the customer's unpaid orders for the same place, card and total that were placed as a draft. */
export async function findAwaiting(
  db: Database,
  customerId: string,
  { quote, zone, address, insuranceCard: card }: FrozenOrder,
): Promise<string[]> {
  const waiting = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.state, 'pre-treatment'),
        isNull(orders.prescriptionUrl),
        eq(orders.zoneId, zone._id),
        eq(orders.address, address),
        card === null ? isNull(orders.cardId) : eq(orders.cardId, card._id),
        eq(orders.total, quote.total),
      ),
    );
  return waiting.map(({ id }) => id);
}

/** Finds the payments that were opened for an existing order, the latest first. */
export async function findPaymentsOfOrder(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

/** Whether the customer has another pending payment for the prescription, opened after `since`. */
export async function hasOtherOpenPayment(
  db: Database,
  other: { prescriptionId: string; paymentId: string; customerId: string; since: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.prescriptionId, other.prescriptionId),
        eq(payments.customerId, other.customerId),
        ne(payments.id, other.paymentId),
        eq(payments.status, 'pending'),
        gt(payments.createdAt, other.since),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Whether a payment of this order is pending, opened after `since`. */
export async function isBeingPaid(db: Database, orderId: string, since: Date): Promise<boolean> {
  const isOpen = and(
    eq(payments.orderId, orderId),
    eq(payments.status, 'pending'),
    gt(payments.createdAt, since),
  );
  const [row] = await db.select({ id: payments.id }).from(payments).where(isOpen).limit(1);
  return row !== undefined;
}

/**
 * Finds the customer's last order that took something of what is asked of a prescription, unless some of it remains: then somebody else
 * has it, or it is not given any more.
 */
export async function findOrderPaidWith(
  db: Database,
  customerId: string,
  asked: { readonly number: string; readonly leftOut: readonly string[] },
): Promise<{ _id: string; number: string } | null> {
  const isAsked = sql`(line.medication_id <> all(${sql.param(asked.leftOut)}::uuid[]))`;
  const [row] = await db
    .select({ _id: orders.id, number: orders.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(prescriptions.number, asked.number),
        sql`${orders.state} not in ('pre-treatment', 'cancelled')`,
        sql`exists (select from order_items line where line.order_id = ${orders.id} and ${isAsked})`,
        sql`not exists (select from prescription_items line left join given_of(${prescriptions.id}) given using (medication_id)
          where line.prescription_id = ${prescriptions.id} and ${isAsked}
          group by line.medication_id, given.boxes having sum(line.quantity * (1 + line.repeats)) > coalesce(given.boxes, 0))`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return row ?? null;
}

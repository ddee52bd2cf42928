import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { type PaymentRow, payments } from '../../database/schema/payments.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';

/** The payments that were opened for an existing order, the latest first. */
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

/** The customer's order that used this prescription. */
export async function findOrderPaidWith(
  db: Database,
  customerId: string,
  prescriptionNumber: string,
): Promise<{ _id: string; number: string } | null> {
  const [row] = await db
    .select({ _id: orders.id, number: orders.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.usedById, orders.id))
    .where(and(eq(orders.customerId, customerId), eq(prescriptions.number, prescriptionNumber)));
  return row ?? null;
}

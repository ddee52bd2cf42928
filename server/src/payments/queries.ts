import { and, asc, desc, eq, gt, isNotNull, lte, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';

export async function insertPayment(
  db: Database,
  payment: Omit<typeof payments.$inferInsert, 'status' | 'checks'>,
): Promise<PaymentRow> {
  const [row] = await db
    .insert(payments)
    .values({ ...payment, status: 'pending' })
    .returning();
  if (row === undefined) throw new Error('the payment was not inserted');
  return row;
}

export async function findPayment(db: Database, transactionId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.transactionId, transactionId));
  return row ?? null;
}

/** The same, held until the transaction ends: reports of one payment take turns. */
export async function lockPayment(tx: Database, transactionId: string): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(eq(payments.transactionId, transactionId))
    .for('update');
  return row ?? null;
}

/** The customer's payments for an order that stands already, the latest first. */
export async function findPaymentsOfOrder(db: Database, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

export async function changePayment(
  db: Database,
  id: string,
  change: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await db.update(payments).set(change).where(eq(payments.id, id)).returning();
  if (row === undefined) throw new Error('the payment is gone');
  return row;
}

/** A payment whose portal could not be opened has failed; false where its money has come meanwhile. It is still asked about. */
export async function markUnopened(db: Database, { id, createdAt }: PaymentRow): Promise<boolean> {
  const marked = await db
    .update(payments)
    .set({ status: 'failed', settledAt: createdAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
    .returning({ id: payments.id });
  return marked.length > 0;
}

/** Whether this customer has opened another payment for the same prescription since then, which still waits. */
export async function hasOtherPortal(
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

/** Payments whose turn it is to be asked about, the longest waiting first. */
export async function findDuePayments(db: Database, now: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit);
}

/** Books the next question about a payment, if nobody has asked or settled it since it was read; false otherwise. */
export async function bookNextCheck(
  db: Database,
  payment: PaymentRow,
  nextCheckAt: Date | null,
): Promise<boolean> {
  const booked = await db
    .update(payments)
    .set({ nextCheckAt, checks: payment.checks + 1 })
    .where(
      and(eq(payments.id, payment.id), eq(payments.checks, payment.checks), isNotNull(payments.nextCheckAt)),
    )
    .returning({ id: payments.id });
  return booked.length > 0;
}

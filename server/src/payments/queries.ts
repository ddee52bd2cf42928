import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
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

/** The same, locked until the transaction ends: reports of one payment wait for each other. */
export async function lockPayment(tx: Database, transactionId: string): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(eq(payments.transactionId, transactionId))
    .for('update');
  return row ?? null;
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

/** Marks a payment failed whose portal could not be opened; it is still checked. False where its money arrived meanwhile. */
export async function markUnopened(db: Database, { id, createdAt }: PaymentRow): Promise<boolean> {
  const marked = await db
    .update(payments)
    .set({ status: 'failed', settledAt: createdAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
    .returning({ id: payments.id });
  return marked.length > 0;
}

/** Payments that are due to be checked with the provider, the longest waiting first. */
export async function findDuePayments(db: Database, now: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit);
}

/** Schedules the next check of a payment; false where it was checked or settled since it was read. */
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

import { LONGEST_WAIT_MS } from '@amasin/domain/payments/follow-up.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';
import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';
import { encodedPlaceholder } from '../database/statements/encoded-placeholder.ts';
import { preparedOnce } from '../database/statements/prepared.ts';
import { preparedInsert } from '../database/statements/prepared-insert.ts';

const insertRows = preparedInsert(payments, (insert) => insert.returning());

export async function insertPayment(
  db: Database,
  payment: Omit<typeof payments.$inferInsert, 'status' | 'checks'>,
): Promise<PaymentRow> {
  const [row] = await insertRows(db, [{ ...payment, status: 'pending' }]);
  if (row === undefined) throw new Error('the payment was not inserted');
  return row;
}

/** Prepared: each paid order runs these. */
const prepared = preparedOnce((db) => ({
  byTransaction: db
    .select()
    .from(payments)
    .where(eq(payments.transactionId, sql.placeholder('transactionId')))
    .prepare('payment_by_transaction'),
  locked: db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .for('update')
    .prepare('payment_locked'),
  portal: db
    .update(payments)
    .set({
      portal: encodedPlaceholder('portal', payments.portal),
      providerTransactionId: sql`coalesce(${encodedPlaceholder('providerTransactionId', payments.providerTransactionId)}, ${payments.providerTransactionId})`,
    })
    .where(eq(payments.id, sql.placeholder('id')))
    .returning({ basketId: payments.basketId })
    .prepare('payment_portal'),
  paid: db
    .update(payments)
    .set({
      status: 'paid',
      providerReference: encodedPlaceholder('providerReference', payments.providerReference),
      orderId: encodedPlaceholder('orderId', payments.orderId),
      settledAt: encodedPlaceholder('settledAt', payments.settledAt),
      nextCheckAt: null,
    })
    .where(eq(payments.id, sql.placeholder('id')))
    .returning()
    .prepare('payment_paid'),
}));

export async function findPayment(db: Database, transactionId: string): Promise<PaymentRow | null> {
  const [row] = await prepared(db).byTransaction.execute({ transactionId });
  return row ?? null;
}

export async function findPaymentById(db: Database, id: string): Promise<PaymentRow> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

export async function findPaymentByProviderId(
  db: Database,
  provider: string,
  providerTransactionId: string,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerTransactionId, providerTransactionId)))
    .limit(1);
  return row ?? null;
}

/** Locks a payment until the transaction ends: reports on one payment are applied one at a time. */
export async function lockPayment(tx: Database, id: string): Promise<PaymentRow> {
  const [row] = await prepared(tx).locked.execute({ id });
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

/** Stores the portal that was opened, and the id of the provider's own transaction. @returns the basket, which may have changed */
export async function setPortal(
  db: Database,
  id: string,
  opened: { readonly portal: Portal; readonly providerTransactionId?: string },
): Promise<Pick<PaymentRow, 'basketId'>> {
  const { portal, providerTransactionId = null } = opened;
  const [row] = await prepared(db).portal.execute({ id, portal, providerTransactionId });
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

/** Settles a payment whose purchase was delivered. */
export async function markPaymentPaid(
  db: Database,
  id: string,
  paid: { readonly providerReference: string | null; readonly orderId: string; readonly settledAt: Date },
): Promise<PaymentRow> {
  const [row] = await prepared(db).paid.execute({ id, ...paid });
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

export async function updatePayment(
  db: Database,
  id: string,
  change: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await db.update(payments).set(change).where(eq(payments.id, id)).returning();
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

/**
 * Marks a payment as failed because its portal could not be opened; the recurring job still checks it.
 * @returns false when it was settled in between
 */
export async function markPortalFailed(db: Database, { id, createdAt }: PaymentRow): Promise<boolean> {
  const marked = await db
    .update(payments)
    .set({ status: 'failed', settledAt: createdAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
    .returning({ id: payments.id });
  return marked.length > 0;
}

/**
 * Payments that are due for a check with the provider, longest overdue first. A pending one never waits for more than
 * `LONGEST_WAIT_MS`: its check was scheduled before the clock was set back.
 */
export async function findDuePayments(db: Database, now: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(
      or(
        lte(payments.nextCheckAt, now),
        and(
          eq(payments.status, 'pending'),
          gt(payments.nextCheckAt, new Date(now.getTime() + LONGEST_WAIT_MS)),
        ),
      ),
    )
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit);
}

/** Schedules the next check of a payment; false when it was checked or settled since it was read. */
export async function scheduleNextCheck(
  db: Database,
  payment: PaymentRow,
  nextCheckAt: Date | null,
): Promise<boolean> {
  const scheduled = await db
    .update(payments)
    .set({ nextCheckAt, checks: payment.checks + 1 })
    .where(
      and(eq(payments.id, payment.id), eq(payments.checks, payment.checks), isNotNull(payments.nextCheckAt)),
    )
    .returning({ id: payments.id });
  return scheduled.length > 0;
}

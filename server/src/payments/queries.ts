import type { Portal } from '@amasin/domain/payments/payment.ts';
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';
import { restores } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';
import { insertAll, insertInto, preparedOnce } from '../database/sql.ts';

/** These fields of a payment are not known before its portal is open. */
const opening = {
  status: 'pending',
  providerReference: null,
  providerTransactionId: null,
  portal: null,
  reviewReason: null,
  reviewedAt: null,
  reviewedById: null,
  reviewNote: null,
  settledAt: null,
  checks: 0,
} as const satisfies Partial<PaymentRow>;

export async function insertPayment(
  db: Database,
  payment: Omit<PaymentRow, 'id' | keyof typeof opening>,
): Promise<PaymentRow> {
  const row = { ...opening, ...payment, id: v7() };
  await insertAll(db, insertInto(payments, [row]));
  return row;
}

/** These are prepared because each paid order runs them. */
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
  const [row] = await db
    .update(payments)
    .set(opened)
    .where(eq(payments.id, id))
    .returning({ basketId: payments.basketId });
  if (row === undefined) throw new Error('the payment was not found');
  return row;
}

/** Settles a locked payment whose purchase was delivered. */
export async function markPaymentPaid(
  tx: Database,
  payment: PaymentRow,
  paid: { readonly providerReference: string | null; readonly orderId: string; readonly settledAt: Date },
): Promise<PaymentRow> {
  const change = { ...paid, status: 'paid' as const, nextCheckAt: null };
  await tx.update(payments).set(change).where(eq(payments.id, payment.id));
  return { ...payment, ...change };
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

/** Finds the payments that are due for a check with the provider, longest overdue first. */
export async function findDuePayments(db: Database, now: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
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

/** Finds the payments opened on these days in Benin, both included, the latest first. */
export function findPaymentsOf(db: Database, { from, to }: { from: string; to: string }, limit: number) {
  const startOf = (day: string) => sql`(${day}::timestamp at time zone 'Africa/Porto-Novo')`;
  return db
    .select({
      createdAt: payments.createdAt,
      settledAt: payments.settledAt,
      status: payments.status,
      amount: payments.amount,
      provider: payments.provider,
      reference: payments.providerReference,
      transactionId: payments.transactionId,
      name: users.name,
      phone: users.phone,
      order: orders.number,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.customerId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        gte(payments.createdAt, startOf(from)),
        lt(payments.createdAt, sql`${startOf(to)} + interval '1 day'`),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

export type ExportedPayment = Awaited<ReturnType<typeof findPaymentsOf>>[number];

export interface Prompt {
  readonly at: Date;
  /** Its owner refused it then. */
  readonly declinedAt: Date | null;
}

/** Finds the requests to pay that this telephone got since then, over all accounts; latest first, `limit` at most. */
export async function findPrompts(
  tx: Database,
  phone: string,
  since: Date,
  limit: number,
): Promise<Prompt[]> {
  const rows = await tx
    .select({
      at: payments.createdAt,
      status: payments.status,
      settledAt: payments.settledAt,
      // Without a portal the provider could not be asked.
      isSent: isNotNull(payments.portal),
    })
    .from(payments)
    .where(and(eq(payments.payingPhone, phone), isNotNull(payments.operator), gt(payments.createdAt, since)))
    .orderBy(desc(payments.createdAt))
    .limit(limit);
  return rows.map(({ at, status, settledAt, isSent }) => ({
    at,
    declinedAt: status === 'failed' && isSent ? settledAt : null,
  }));
}

interface MoneyHold {
  /** The time of the backup that was restored. */
  readonly backupAt: Date;
}

/** Finds the restore after which money and messages wait (rule 43); null while they go out. */
export async function findMoneyHold(db: Database): Promise<MoneyHold | null> {
  const [row] = await db
    .select({ backupAt: restores.backupAt })
    .from(restores)
    .where(isNull(restores.resumedAt))
    .orderBy(asc(restores.backupAt))
    .limit(1);
  return row ?? null;
}

/** Whether something of this time came from a backup: what happened to it since then is unknown here. */
export async function isFromBackup(db: Database, at: Date): Promise<boolean> {
  const found = await db
    .select({ id: restores.id })
    .from(restores)
    .where(gte(restores.restoredAt, at))
    .limit(1);
  return found.length > 0;
}

/** Lets money and messages go out again. @returns false when nothing was waiting */
export async function endMoneyHold(db: Database, at: Date): Promise<boolean> {
  const ended = await db
    .update(restores)
    .set({ resumedAt: at })
    .where(isNull(restores.resumedAt))
    .returning({ id: restores.id });
  return ended.length > 0;
}

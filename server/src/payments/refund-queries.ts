import type { RefundState } from '@amasin/domain/orders/refund.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { and, asc, count, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { payouts } from '../database/schema/payouts.ts';
import { type RefundRow, refundLines, refunds, strayDebits } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';

/** The largest amount of a payment, FCFA. */
export const MAX_AMOUNT = 2 ** 31 - 1;

type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'state' | 'tries' | 'nextTryAt' | 'way'> &
  Pick<RefundRow, 'way'>;

/** Inserts a refund that is due now. */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, nextTryAt: refund.askedAt })
    .returning();
  if (row === undefined) throw new Error('the refund was not inserted');
  return row;
}

/** Inserts what a refund gives back of the lines of its order. */
export async function insertRefundLines(
  tx: Database,
  lines: readonly Omit<typeof refundLines.$inferInsert, 'id'>[],
): Promise<void> {
  await tx.insert(refundLines).values([...lines]);
}

/** Finds what was given back of an order by lines. */
export function findRefundLines(db: Database, orderId: string): Promise<(typeof refundLines.$inferSelect)[]> {
  return db.select().from(refundLines).where(eq(refundLines.orderId, orderId));
}

/** Finds the refund of this money, and who decided it. */
export async function findRefundOf(db: Database, paymentId: string, debit: string) {
  const [row] = await db
    .select({ refund: refunds, actor: { id: users.id, name: users.name } })
    .from(refunds)
    .innerJoin(users, eq(users.id, refunds.askedById))
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.debit, debit), isNull(refunds.orderId)));
  return row ?? null;
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** Finds what the provider reported when the money with this reference arrived. */
export async function findReceived(
  db: Database,
  { transactionId, reference }: { transactionId: string; reference: string },
) {
  const [row] = await db
    .select({ amount: paymentEvents.amount, currency: paymentEvents.currency })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.transactionId, transactionId),
        eq(paymentEvents.report, 'paid'),
        eq(paymentEvents.reference, reference),
      ),
    )
    .orderBy(asc(paymentEvents.at), asc(paymentEvents.id))
    .limit(1);
  return row ?? null;
}

/** Whether the provider has reported this transaction as paid back. */
export async function isReportedPaidBack(db: Database, transactionId: string): Promise<boolean> {
  const found = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.transactionId, transactionId), eq(paymentEvents.report, 'refunded')))
    .limit(1);
  return found.length > 0;
}

/** A refund with the names by which its provider is asked. */
export interface DueRefund {
  readonly refund: RefundRow;
  readonly transactionId: string;
  readonly provider: string;
  /** The number that paid, when it is known. */
  readonly operator: Operator | null;
  readonly payingPhone: string | null;
  /** Of the customer. */
  readonly name: string;
}

const selectDue = (db: Database) =>
  db
    .select({
      refund: refunds,
      transactionId: payments.transactionId,
      provider: payments.provider,
      operator: payments.operator,
      payingPhone: payments.payingPhone,
      name: users.name,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(users, eq(users.id, refunds.customerId));

/** Finds the refunds that are due, longest overdue first. */
export function findDueRefunds(db: Database, now: Date, limit: number): Promise<DueRefund[]> {
  return selectDue(db).where(lte(refunds.nextTryAt, now)).orderBy(asc(refunds.nextTryAt)).limit(limit);
}

/** Schedules the next try; false when it was tried or settled since it was read. */
export async function scheduleNextTry(
  db: Database,
  { id, tries }: RefundRow,
  nextTryAt: Date,
): Promise<boolean> {
  const scheduled = await db
    .update(refunds)
    .set({ nextTryAt, tries: tries + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.tries, tries), isNotNull(refunds.nextTryAt)))
    .returning({ id: refunds.id });
  return scheduled.length > 0;
}

/** Stores the provider's id of a prepared payout, once; false when there is one already. */
export async function nameRefundPayout(db: Database, id: string, providerPayoutId: string): Promise<boolean> {
  const named = await db
    .update(refunds)
    .set({ providerPayoutId })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'asked'), isNull(refunds.providerPayoutId)))
    .returning({ id: refunds.id });
  return named.length > 0;
}

/** Counts the payouts and the refunds that this telephone got, or is getting, as payouts of a provider since then. */
export async function countSentTo(
  db: Database,
  { phone, provider }: { phone: string; provider: string },
  since: Date,
): Promise<number> {
  // The time of the decision does not count: a payout may wait for days before it is sent.
  const toPartners = db
    .select({ sent: count() })
    .from(payouts)
    .where(
      and(
        eq(payouts.phone, phone),
        eq(payouts.provider, provider),
        isNotNull(payouts.providerPayoutId),
        ne(payouts.state, 'failed'),
        or(isNull(payouts.settledAt), gt(payouts.settledAt, since)),
      ),
    );
  const back = db
    .select({ sent: count() })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.payingPhone, phone),
        eq(refunds.way, 'payout'),
        eq(refunds.payoutProvider, provider),
        isNotNull(refunds.providerPayoutId),
        or(isNull(refunds.doneAt), gt(refunds.doneAt, since)),
      ),
    );
  const counted = await Promise.all([toPartners, back]);
  return counted.reduce((sum, [row]) => sum + (row?.sent ?? 0), 0);
}

/** Locks a refund until the transaction ends. */
export async function lockRefund(tx: Database, id: string): Promise<RefundRow> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update');
  if (row === undefined) throw new Error('the refund was not found');
  return row;
}

export async function updateRefund(
  tx: Database,
  id: string,
  change: Partial<typeof refunds.$inferInsert> & { state: RefundState },
): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id));
}

/**
 * Asks its provider again for a refund that failed; false when it has not. `tries` stays 1 for one that may be paid already, so that the next
 * refusal says so; the pauses start again.
 */
export async function askAgain(db: Database, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .update(refunds)
    .set({ state: 'asked', tries: sql`least(${refunds.tries}, 1)`, nextTryAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'failed'), eq(refunds.way, 'provider')))
    .returning({ id: refunds.id });
  return changed.length > 0;
}

/** A page shows this many at most. */
const MAX_OPEN = 50;

/** Finds the refunds that are not done, the longest asked for first. */
export function findOpenRefunds(db: Database) {
  return db
    .select({
      refund: refunds,
      transactionId: payments.transactionId,
      provider: payments.provider,
      operator: payments.operator,
      payingPhone: payments.payingPhone,
      customer: { id: users.id, name: users.name, phone: users.phone },
      order: { id: orders.id, number: orders.number },
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(users, eq(users.id, refunds.customerId))
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .where(ne(refunds.state, 'done'))
    .orderBy(asc(refunds.askedAt), asc(refunds.id))
    .limit(MAX_OPEN);
}

/** Selects what was reported in FCFA and may be an amount; the rest is of unknown worth. */
const credible = sql`${strayDebits.currency} = 'XOF' and ${strayDebits.amount} between 1 and ${sql.raw(String(MAX_AMOUNT))}`;

/** Finds the amounts of refunds that failed and of money without a payment (null if unknown), which wait for a supervisor. */
export const selectOtherMoney = sql`select ${refunds.amount} as amount from ${refunds} where ${refunds.state} = 'failed'
  union all select case when ${credible} then ${strayDebits.amount} end from ${strayDebits}
    where ${strayDebits.closedAt} is null`;

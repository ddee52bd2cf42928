import { and, asc, eq, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { orders } from '../database/schema/orders.ts';
import { type PaymentRow, paymentEvents, payments } from '../database/schema/payments.ts';
import { refunds, type StrayDebitRow, strayDebits } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';
import { lockByName, preparedInsert, preparedOnce, unseenPlaceholder } from '../database/sql.ts';
import { together } from '../database/transaction.ts';

const insertRows = preparedInsert(paymentEvents, (insert) =>
  insert.onConflictDoNothing().returning({ id: paymentEvents.id }),
);

/** Stores a report; false when the same event was already received. */
export async function insertPaymentEvent(
  db: Database,
  event: typeof paymentEvents.$inferInsert,
): Promise<boolean> {
  const inserted = await insertRows(db, [event]);
  return inserted.length > 0;
}

/**
 * Whether the provider's reference already belongs to another payment, or was reported for one. An advisory lock on the
 * reference lasts until the transaction ends, so that of two concurrent reports the second one sees the first.
 */
export async function isReferenceTaken(
  tx: Database,
  { id, provider, transactionId }: PaymentRow,
  reference: string,
): Promise<boolean> {
  const [, found] = await together(
    lockByName(tx, `${provider} ${reference}`),
    prepared(tx).taken.execute({ id, provider, transactionId, reference }),
  );
  return found.length > 0;
}

const prepared = preparedOnce((db) => {
  const reference = unseenPlaceholder('reference', 'text');
  const provider = sql.placeholder('provider');
  const settled = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerReference, reference),
        ne(payments.id, sql.placeholder('id')),
      ),
    );
  const reported = db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(isReportOf(provider, reference), ne(paymentEvents.transactionId, sql.placeholder('transactionId'))),
    );
  return { taken: settled.unionAll(reported).limit(constantLimit(1)).prepare('reference_taken') };
});

/** Whether another event already reported this reference for this payment. */
export async function isAlreadyReported(
  tx: Database,
  { provider, transactionId }: PaymentRow,
  { reference, eventId }: { reference: string; eventId: string },
): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        isReportOf(provider, reference),
        eq(paymentEvents.transactionId, transactionId),
        ne(paymentEvents.eventId, eventId),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}

const isReportOf = (provider: string | Placeholder, reference: string | SQL) =>
  and(
    eq(paymentEvents.provider, provider),
    eq(paymentEvents.reference, reference),
    eq(paymentEvents.report, 'paid'),
  );

/** Whether a supervisor has decided here to pay back the money with this reference; without a reference, any money of the payment. */
export async function isRefundDecided(
  tx: Database,
  { id }: PaymentRow,
  reference: string | null,
): Promise<boolean> {
  const [decided] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), reference === null ? undefined : eq(refunds.debit, reference)))
    .limit(1);
  return decided !== undefined;
}

/** The number of the order that a payment pays, if it pays one. */
export async function findOrderNumber(tx: Database, { orderId }: PaymentRow): Promise<string | null> {
  if (orderId === null) return null;
  const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId));
  return order?.number ?? null;
}

type NewDebit = Omit<typeof strayDebits.$inferInsert, 'id'>;

/** Keeps money that is not a payment's; false when it is kept already. */
export async function insertDebit(db: Database, debit: NewDebit): Promise<boolean> {
  const inserted = await db
    .insert(strayDebits)
    .values(debit)
    .onConflictDoNothing()
    .returning({ id: strayDebits.id });
  return inserted.length > 0;
}

/** Whether this is the reference of money that was kept apart from the payment. */
export async function isDebit(
  db: Database,
  { provider, transactionId }: Pick<StrayDebitRow, 'provider' | 'transactionId'>,
  reference: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: strayDebits.id })
    .from(strayDebits)
    .where(
      and(
        eq(strayDebits.provider, provider),
        eq(strayDebits.transactionId, transactionId),
        eq(strayDebits.reference, reference),
      ),
    );
  return row !== undefined;
}

/** The most that a page shows. */
const MAX_OPEN = 50;

/** Money that supervisors have not decided about, the oldest first. */
export function findOpenDebits(db: Database) {
  return db
    .select({
      debit: strayDebits,
      customer: { id: users.id, name: users.name, phone: users.phone },
      order: { id: orders.id, number: orders.number },
    })
    .from(strayDebits)
    .leftJoin(payments, eq(payments.id, strayDebits.paymentId))
    .leftJoin(users, eq(users.id, payments.customerId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(isNull(strayDebits.closedAt))
    .orderBy(asc(strayDebits.at), asc(strayDebits.id))
    .limit(MAX_OPEN);
}

export type OpenDebit = Awaited<ReturnType<typeof findOpenDebits>>[number];

export async function findDebit(db: Database, id: string): Promise<StrayDebitRow | null> {
  const [row] = await db.select().from(strayDebits).where(eq(strayDebits.id, id));
  return row ?? null;
}

/** The name of the user who decided about it. */
export async function findCloser(db: Database, { closedById }: StrayDebitRow): Promise<string> {
  if (closedById === null) return '';
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, closedById));
  return row?.name ?? '';
}

/** Notes what was done about it; false when that was noted before. */
export async function closeDebitRow(
  db: Database,
  id: string,
  closed: { closedAt: Date; closedById: string; note: string },
): Promise<boolean> {
  const changed = await db
    .update(strayDebits)
    .set(closed)
    .where(and(eq(strayDebits.id, id), isNull(strayDebits.closedAt)))
    .returning({ id: strayDebits.id });
  return changed.length > 0;
}

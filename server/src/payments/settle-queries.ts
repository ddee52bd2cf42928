import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { type PaymentRow, paymentEvents, payments } from '../database/schema/payments.ts';
import { refunds, type StrayDebitRow, strayDebits } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';
import { insertInto, lockByName } from '../database/sql.ts';

/** Stores a report; false when the same event was already received. */
export async function insertPaymentEvent(
  db: Database,
  event: typeof paymentEvents.$inferInsert,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`${insertInto(paymentEvents, [event])} on conflict do nothing returning id`,
  );
  return rows.length > 0;
}

/** Locks a provider's reference until the transaction ends: of two concurrent reports with it, the second sees the first. */
export const lockReference = (tx: Database, provider: string, reference: string): Promise<void> =>
  lockByName(tx, `${provider} ${reference}`);

/** These facts decide about a payment whose money has arrived. */
export interface Surroundings {
  /** The statuses of the other payments of its basket. */
  readonly others: readonly PaymentRow['status'][];
  /** The reference is missing, or belongs to another payment, or was reported for one. */
  readonly isTaken: boolean;
  /** The order of its basket was cancelled and refunded after the payment was opened. */
  readonly isCancelled: boolean;
}

export async function findSurroundings(
  tx: Database,
  { id, provider, transactionId, customerId, basketId, createdAt }: PaymentRow,
  reference: string | null,
): Promise<Surroundings> {
  const inBasket = sql`${payments.customerId} = ${customerId} and ${payments.basketId} = ${basketId}`;
  const { rows } = await tx.execute<{ [K in keyof Surroundings]: Surroundings[K] }>(sql`select
    (select coalesce(json_agg(status), '[]') from ${payments} where ${inBasket} and ${payments.id} <> ${id}) as others,
    exists (select from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      where ${inBasket} and ${payments.status} = 'refunded' and ${refunds.orderId} is not null and ${refunds.askedAt} >= ${createdAt}) as "isCancelled",
    exists (select from ${payments}
      where ${payments.provider} = ${provider} and ${payments.providerReference} = ${reference} and ${payments.id} <> ${id})
      or exists (select from ${paymentEvents} where ${isReportOf(provider, reference ?? '')}
        and ${paymentEvents.transactionId} <> ${transactionId}) as "isTaken"`);
  const [found] = rows;
  if (found === undefined) throw new Error('a select without a table returned no row');
  return { ...found, isTaken: !reference || found.isTaken };
}

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

const isReportOf = (provider: string, reference: string) =>
  and(
    eq(paymentEvents.provider, provider),
    eq(paymentEvents.reference, reference),
    eq(paymentEvents.report, 'paid'),
  );

/** Whether a refund of the money with this reference was decided here; without a reference, of any money of the payment. */
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

/** Finds the number of the order that a payment pays. */
export async function findOrderNumber(tx: Database, { orderId }: PaymentRow): Promise<string | null> {
  if (orderId === null) return null;
  const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId));
  return order?.number ?? null;
}

type NewDebit = Omit<typeof strayDebits.$inferInsert, 'id'>;

/** Stores money that is not a payment's; false when it is stored already. */
export async function insertDebit(db: Database, debit: NewDebit): Promise<boolean> {
  const inserted = await db
    .insert(strayDebits)
    .values(debit)
    .onConflictDoNothing()
    .returning({ id: strayDebits.id });
  return inserted.length > 0;
}

/** Whether this is the reference of money that was stored apart from the payment. */
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

/** A page shows this many at most. */
const MAX_OPEN = 50;

/** Finds the money that supervisors have not decided about, the oldest first. */
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

/** Finds the name of the user who decided about the money. */
export async function findCloser(db: Database, { closedById }: StrayDebitRow): Promise<string> {
  if (closedById === null) return '';
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, closedById));
  return row?.name ?? '';
}

/** Stores who decided about the money, and how; false when somebody had. */
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

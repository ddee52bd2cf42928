import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type StrayDebitRow, strayDebits } from '../../database/schema/money/refunds.ts';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { users } from '../../database/schema/users.ts';

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

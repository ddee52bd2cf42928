import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sandboxRefunds, sandboxTransactions } from '../../database/schema/sandbox-pay.ts';
import { insertInto, preparedOnce } from '../../database/sql.ts';

/** A transaction as the embedded provider stores it. */
export type SandboxTransaction = typeof sandboxTransactions.$inferSelect;

export async function insertSandboxTransaction(
  db: Database,
  transaction: typeof sandboxTransactions.$inferInsert,
): Promise<void> {
  await db.execute(sql`${insertInto(sandboxTransactions, [transaction])} on conflict do nothing`);
}

export async function findSandboxTransaction(
  db: Database,
  transactionId: string,
): Promise<SandboxTransaction | null> {
  const [row] = await prepared(db).transaction.execute({ transactionId });
  return row ?? null;
}

const prepared = preparedOnce((db) => ({
  transaction: db
    .select()
    .from(sandboxTransactions)
    .where(eq(sandboxTransactions.transactionId, sql.placeholder('transactionId')))
    .prepare('sandbox_transaction'),
}));

export async function updateSandboxTransaction(
  db: Database,
  transactionId: string,
  change: Partial<typeof sandboxTransactions.$inferInsert>,
): Promise<void> {
  await db
    .update(sandboxTransactions)
    .set(change)
    .where(eq(sandboxTransactions.transactionId, transactionId));
}

export type SandboxRefund = typeof sandboxRefunds.$inferSelect;

/** Inserts a refund, or reads the one with the same id. */
export async function insertSandboxRefund(db: Database, refund: SandboxRefund): Promise<SandboxRefund> {
  const [row] = await db.insert(sandboxRefunds).values(refund).onConflictDoNothing().returning();
  const found = row ?? (await findSandboxRefund(db, refund.refundId));
  if (found === null) throw new Error('the refund was not inserted');
  return found;
}

export async function findSandboxRefund(db: Database, refundId: string): Promise<SandboxRefund | null> {
  const [row] = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId));
  return row ?? null;
}

/** Completes a failed refund that is asked for again. */
export async function completeSandboxRefund(db: Database, refundId: string): Promise<void> {
  await db.update(sandboxRefunds).set({ status: 'done' }).where(eq(sandboxRefunds.refundId, refundId));
}

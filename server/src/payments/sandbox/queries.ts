import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sandboxTransactions } from '../../database/schema/sandbox-pay.ts';

/** A transaction as the embedded provider stores it. */
export type SandboxTransaction = typeof sandboxTransactions.$inferSelect;

export async function insertSandboxTransaction(
  db: Database,
  transaction: typeof sandboxTransactions.$inferInsert,
): Promise<void> {
  await db.insert(sandboxTransactions).values(transaction).onConflictDoNothing();
}

export async function findSandboxTransaction(
  db: Database,
  transactionId: string,
): Promise<SandboxTransaction | null> {
  const [row] = await db
    .select()
    .from(sandboxTransactions)
    .where(eq(sandboxTransactions.transactionId, transactionId));
  return row ?? null;
}

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

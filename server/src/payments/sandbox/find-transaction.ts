import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sandboxTransactions } from '../../database/schema/sandbox-pay.ts';

export type SandboxTransaction = typeof sandboxTransactions.$inferSelect;

/** A transaction in the embedded provider's own books, or null. */
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

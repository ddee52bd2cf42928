import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { payments } from '../../database/schema/payments.ts';

/** Locks a telephone until the transaction ends, so that the requests to it are counted one at a time, whoever makes them. */
export async function lockPhone(tx: Database, phone: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`);
}

export interface Prompt {
  readonly at: Date;
  /** When its owner refused it. */
  readonly declinedAt: Date | null;
}

/** The requests to pay that this telephone got since then, over all accounts; latest first, `limit` at most. */
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

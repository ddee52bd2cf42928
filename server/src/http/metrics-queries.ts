import { count, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { payments } from '../database/schema/payments.ts';

/** The statuses that wait for someone: few rows, whatever the number of payments. */
const waitingStatuses = ['pending', 'review'] as const;

/** Counts the payments of each of these statuses. Reads only the index `payments_waiting`. */
export async function countWaitingPayments(db: Database): Promise<{ status: string; count: number }[]> {
  const rows = await db
    .select({ status: payments.status, count: count() })
    .from(payments)
    // Written as in the index: with parameters, PostgreSQL would not use it.
    .where(sql`${payments.status} in ('pending', 'review')`)
    .groupBy(payments.status);
  return waitingStatuses.map((status) => ({
    status,
    count: rows.find((row) => row.status === status)?.count ?? 0,
  }));
}

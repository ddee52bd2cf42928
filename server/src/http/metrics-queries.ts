import { count, sql } from 'drizzle-orm';
import { findOpenPayouts } from '../benefits/payout-queries.ts';
import type { Database } from '../database/database.ts';
import { isToReview, payments } from '../database/schema/payments.ts';
import { refunds, strayDebits } from '../database/schema/refunds.ts';

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

/** Money that only a person can move on; few rows of each kind. */
export async function countMoneyWaiting(db: Database): Promise<{ kind: string; count: number }[]> {
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    select 'payment' as kind, count(*)::int as count from ${payments} where ${isToReview(payments)}
    union all select 'refund', count(*)::int from ${refunds} where ${refunds.state} = 'failed'
    union all select 'debit', count(*)::int from ${strayDebits} where ${strayDebits.closedAt} is null`);
  const failed = (await findOpenPayouts(db)).filter(({ payout }) => payout.state === 'failed');
  return [...rows, { kind: 'payout', count: failed.length }];
}

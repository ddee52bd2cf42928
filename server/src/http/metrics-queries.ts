import { and, count, gte, lt, sql } from 'drizzle-orm';
import { findOpenPayouts } from '../benefits/payout-queries.ts';
import type { Database } from '../database/database.ts';
import { isToReview, payments } from '../database/schema/payments.ts';
import { refunds, strayDebits } from '../database/schema/refunds.ts';

const ANSWER_MINUTES = 120;
const PATIENCE_MINUTES = 10;

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

/**
 * Counts the latest payments of two hours that had ten minutes to end, by whether the provider has said how. A customer who abandons one
 * leaves it `pending`, so a healthy provider has some of both; one that is dead or calls no more has no answer at all.
 */
export async function countAnswers(db: Database, now: Date): Promise<{ answer: string; count: number }[]> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const isSilent = sql`${payments.status} = 'pending'`;
  const [row] = await db
    .select({ all: count(), silent: sql`count(*) filter (where ${isSilent})`.mapWith(Number) })
    .from(payments)
    .where(and(gte(payments.createdAt, ago(ANSWER_MINUTES)), lt(payments.createdAt, ago(PATIENCE_MINUTES))));
  const { all = 0, silent = 0 } = row ?? {};
  return [
    { answer: 'none', count: silent },
    { answer: 'given', count: all - silent },
  ];
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

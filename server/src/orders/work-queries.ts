import { and, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { countEach, countSome } from '../database/lists/paging.ts';
import { isPromised, waitsForSupervisor } from '../database/schema/lists/order-conditions.ts';
import { orders } from '../database/schema/orders.ts';
import { selectOtherMoney } from '../payments/refunding/refund-queries.ts';
import { selectReviews } from '../payments/reviewing/review-queries.ts';
import { inState, ordersSeenBy } from '../scopes/orders.ts';

/** Promised orders that were paid before this time. */
export const isLate = (promisedBefore: Date) => and(isPromised(orders), lt(orders.paidAt, promisedBefore));

/** The number of orders that a pharmacy still has to prepare. */
export function countToPrepare(db: Database, actor: Actor): Promise<number> {
  const where = and(ordersSeenBy(actor), inState('pending'), isNull(orders.readyAt));
  return countSome(db, sql`select from ${orders} where ${where ?? sql`true`}`);
}

/** The numbers of orders that wait for a supervisor, of late ones, and of payments to review; each up to MAX_COUNTED. */
export async function countWork(
  db: Database,
  promisedBefore: Date,
): Promise<{ todo: number; late: number; review: number }> {
  const { other, ...counts } = await countEach(db, {
    todo: sql`select from ${orders} where ${waitsForSupervisor(orders)}`,
    late: selectLate(promisedBefore),
    review: selectReviews,
    other: selectOtherMoney,
  });
  return { ...counts, review: counts.review + other };
}

const selectLate = (promisedBefore: Date): SQL => sql`select from ${orders} where ${isLate(promisedBefore)}`;

/** The number of late orders, paid before this time and not delivered yet, up to MAX_COUNTED. */
export const countLate = (db: Database, promisedBefore: Date): Promise<number> =>
  countSome(db, selectLate(promisedBefore));

import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import { sql } from 'drizzle-orm';
import { ANYONE } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import { countSome } from '../database/paging.ts';
import { isRead } from '../database/schema/order-conditions.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { selectOtherMoney } from '../payments/refund-queries.ts';
import { selectReviews } from '../payments/review-queries.ts';
import type { Days } from '../stats/queries.ts';

interface CountAndSum extends Record<string, unknown> {
  readonly count: number;
  readonly amount: number;
}

const none: CountAndSum = { count: 0, amount: 0 };

// The statuses are in the text of the statement, so that the partial index is used.
const isOpen = sql`${payments.status} in (${sql.raw(openStatuses.map((status) => `'${status}'`).join(', '))})`;

/**
 * Counts the baskets with a payment opened since `since` that received no money, and sums the amounts of their latest payments. A
 * basket whose latest payment was opened after `ongoingSince` is still being paid.
 */
export async function sumUnfinished(db: Database, since: Date, ongoingSince: Date): Promise<CountAndSum> {
  const { rows } = await db.execute<CountAndSum>(
    sql`select count(*)::float8 as count, coalesce(sum(amount_fcfa), 0)::float8 as amount
        from (
          select distinct on (customer_id, basket_id) customer_id, basket_id, created_at, amount_fcfa
          from ${payments} where ${isOpen} and created_at >= ${since}
          order by customer_id, basket_id, created_at desc
        ) latest
        where created_at < ${ongoingSince} and not exists (
          select from ${payments} other where other.customer_id = latest.customer_id and other.basket_id = latest.basket_id
            and other.status in ('paid', 'review', 'refunded'))`,
  );
  return rows[0] ?? none;
}

/** Sums payments to review, failed refunds and money without a payment; the list of orders counts the same (`countWork`). */
export async function sumToReview(db: Database): Promise<CountAndSum> {
  const { rows } = await db.execute<CountAndSum>(
    sql`select count(*)::float8 as count, coalesce(sum(amount), 0)::float8 as amount
        from (${selectReviews} union all ${selectOtherMoney}) waiting`,
  );
  return rows[0] ?? none;
}

/** Counts the photographed prescriptions that were sent before this time and are not read yet, up to MAX_COUNTED. */
export const countUnread = (db: Database, sentBefore: Date): Promise<number> =>
  countSome(
    db,
    sql`select from ${orders} where ${orders.state} = 'pre-treatment' and not ${isRead(orders)}
        and ${orders.createdAt} < ${sentBefore}`,
  );

interface Period extends Record<string, unknown> {
  readonly isCurrent: boolean;
}

/** Sums the paid orders created on these days in two parts: before the day `middle`, and from it on. */
export async function sumPaidOrders(db: Database, { from, to }: Days, middle: string) {
  const { rows } = await db.execute<Period & { orders: number; revenue: number; commission: number }>(
    sql`select day >= ${middle} as "isCurrent", sum(n)::float8 as orders,
          sum(paid_fcfa)::float8 as revenue, sum(commission_fcfa)::float8 as commission
        from day_total_lines
        where day between ${from} and ${to} and state not in ('pre-treatment', 'cancelled') group by 1`,
  );
  return rows;
}

/** Counts the deliveries of the orders created on these days in the same two parts, and those within this many minutes. */
export async function countDeliveries(db: Database, { from, to }: Days, middle: string, minutes: number) {
  const { rows } = await db.execute<Period & { delivered: number; onTime: number }>(
    sql`select day >= ${middle} as "isCurrent", sum(n)::float8 as delivered,
          coalesce(sum(n) filter (where state::int <= ${minutes}), 0)::float8 as "onTime"
        from day_count_lines where day between ${from} and ${to} and zone_id = ${ANYONE} group by 1`,
  );
  return rows;
}

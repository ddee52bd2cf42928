import { and, eq, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { countSome, type PageRequest } from '../database/paging.ts';
import { orders } from '../database/schema/orders.ts';
import { isToReview, paymentEvents, payments } from '../database/schema/payments.ts';
import { users } from '../database/schema/users.ts';

/** Finds one page of the payments to review, the longest under review first. */
export async function findReviews(db: Database, { page, limit }: PageRequest) {
  // The first report of `paid` put the payment under review.
  const report = db
    .select({ amount: paymentEvents.amount, currency: paymentEvents.currency })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.transactionId, payments.transactionId), eq(paymentEvents.report, 'paid')))
    .orderBy(paymentEvents.at, paymentEvents.id)
    .limit(1)
    .as('report');
  return db
    .select({
      payment: payments,
      customer: { id: users.id, name: users.name, phone: users.phone },
      order: { id: orders.id, number: orders.number },
      received: { amount: report.amount, currency: report.currency },
      fits: fitting(report),
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.customerId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoinLateral(report, sql`true`)
    .where(isToReview(payments))
    .orderBy(payments.settledAt, payments.id)
    .limit(limit)
    .offset((page - 1) * limit);
}

/** Finds the customer's unpaid orders whose total is exactly what was received. */
const fitting = (report: { amount: AnyPgColumn; currency: AnyPgColumn }) =>
  sql<{ _id: string; number: string }[]>`(
    select coalesce(json_agg(json_build_object('_id', fit.id, 'number', fit.number) order by fit.created_at), '[]'::json)
    from ${orders} fit where fit.customer_id = ${payments.customerId} and fit.state = 'pre-treatment'
      and fit.total_fcfa = ${report.amount} and ${report.currency} = 'XOF' and ${payments.providerReference} is not null)`;

export type Review = Awaited<ReturnType<typeof findReviews>>[number];

/** Finds the amounts due of the payments to review. */
export const selectReviews = sql`select ${payments.amount} as amount from ${payments} where ${isToReview(payments)}`;

/** Counts the payments to review, up to MAX_COUNTED. */
export const countReviews = (db: Database): Promise<number> => countSome(db, selectReviews);

/** Stores who closed a review; false when the payment is not under review, or its review was closed before. */
export async function closeIfOpen(
  db: Database,
  id: string,
  review: { reviewedAt: Date; reviewedById: string; reviewNote: string },
): Promise<boolean> {
  const closed = await db
    .update(payments)
    .set(review)
    .where(and(eq(payments.id, id), isToReview(payments)))
    .returning({ id: payments.id });
  return closed.length > 0;
}

const reviewers = alias(users, 'reviewers');

/** Finds the user who closed the review of a payment, and their note; null while nobody has. */
export async function findReviewer(db: Database, id: string) {
  const [found] = await db
    .select({ id: reviewers.id, name: reviewers.name, note: payments.reviewNote })
    .from(payments)
    .innerJoin(reviewers, eq(reviewers.id, payments.reviewedById))
    .where(eq(payments.id, id));
  return found ?? null;
}

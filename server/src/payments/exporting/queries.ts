import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { users } from '../../database/schema/users.ts';

/** The payments opened on these days in Benin, both included, the latest first. */
export function findPaymentsOf(db: Database, { from, to }: { from: string; to: string }, limit: number) {
  const startOf = (day: string) => sql`(${day}::timestamp at time zone 'Africa/Porto-Novo')`;
  return db
    .select({
      createdAt: payments.createdAt,
      settledAt: payments.settledAt,
      status: payments.status,
      amount: payments.amount,
      provider: payments.provider,
      reference: payments.providerReference,
      transactionId: payments.transactionId,
      name: users.name,
      phone: users.phone,
      order: orders.number,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.customerId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        gte(payments.createdAt, startOf(from)),
        lt(payments.createdAt, sql`${startOf(to)} + interval '1 day'`),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

export type ExportedPayment = Awaited<ReturnType<typeof findPaymentsOf>>[number];

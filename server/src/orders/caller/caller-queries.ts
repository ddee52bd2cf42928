import { CALLER_ORDERS } from '@amasin/domain/orders/caller/caller.ts';
import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { isToReview, payments } from '../../database/schema/payments.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';
import { users } from '../../database/schema/users.ts';
import { zones } from '../../database/schema/zones.ts';

/** The customer with this telephone, in its stored form. */
export async function findCustomerByPhone(db: Database, phone: string) {
  const [row] = await db
    .select({ id: users.id, name: users.name, phone: sql<string>`${users.phone}` })
    .from(users)
    .where(and(eq(users.phone, phone), eq(users.type, 'customer')));
  return row ?? null;
}

const latestFirst = [desc(orders.createdAt), desc(orders.id)] as const;

export async function findLatestOrders(db: Database, customerId: string) {
  const isTheirs = eq(orders.customerId, customerId);
  const [counted, latest] = await Promise.all([
    db.select({ n: count() }).from(orders).where(isTheirs),
    db
      .select({
        id: orders.id,
        number: orders.number,
        state: orders.state,
        createdAt: orders.createdAt,
        zone: orders.zoneLabel,
        town: zones.town,
      })
      .from(orders)
      .innerJoin(zones, eq(zones.id, orders.zoneId))
      .where(isTheirs)
      .orderBy(...latestFirst)
      .limit(CALLER_ORDERS),
  ]);
  return { total: counted[0]?.n ?? 0, latest };
}

/** The problem that was reported last and is not solved. */
export async function findLastProblem(db: Database, customerId: string) {
  const [row] = await db
    .select({
      number: orders.number,
      reason: orders.problem,
      note: orders.problemNote,
      at: orders.problemAt,
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.problemAt)))
    .orderBy(desc(orders.problemAt))
    .limit(1);
  return row ?? null;
}

/** Prescriptions that were written for this telephone or used by this customer. */
export async function countPrescriptions(db: Database, customer: { id: string; phone: string }) {
  const theirs = sql`select id from ${prescriptions} where ${eq(prescriptions.patientPhone, customer.phone)}
    union select prescription_id from ${orders} where ${eq(orders.customerId, customer.id)}`;
  const [row] = await db
    .select({
      active: sql<number>`count(*) filter (where ${prescriptions.usedById} is null)::int`,
      used: sql<number>`count(${prescriptions.usedById})::int`,
    })
    .from(prescriptions)
    .where(and(isNull(prescriptions.deletedAt), sql`${prescriptions.id} in (${theirs})`));
  return row ?? { active: 0, used: 0 };
}

export async function countReviews(db: Database, customerId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(payments)
    .where(and(eq(payments.customerId, customerId), isToReview(payments)));
  return row?.n ?? 0;
}

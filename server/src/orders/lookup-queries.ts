import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';

/** The people who get a message when an order is paid. */
export interface PaidReaders {
  /** The customer's telephone; null when her data has been removed. */
  readonly phone: string | null;
  readonly supervisors: readonly string[];
}

export async function findPaidReaders(db: Database, customerId: string): Promise<PaidReaders> {
  const { rows } = await db.execute<{ phone: string | null; supervisors: string[] }>(
    sql`select (select phone from users where id = ${customerId}) as phone,
      (select coalesce(json_agg(id order by id), '[]') from users where type = 'supervisor' and active) as supervisors`,
  );
  return rows[0] ?? { phone: null, supervisors: [] };
}

/** Counts the photographs of a customer that no pharmacist has read yet. */
export async function countUnread(db: Database, customerId: string): Promise<number> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.customerId, customerId), eq(orders.state, 'pre-treatment'), eq(orders.itemsCount, 0)),
    );
  return found.length;
}

/** Finds the customer's order that was placed with this photograph. */
export async function findOrderWithPhotograph(
  db: Database,
  customerId: string,
  url: string,
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.prescriptionUrl, url), eq(orders.customerId, customerId)));
  return row ?? null;
}

/**
 * Finds the account of the pharmacy that a customer wishes for, by the id of its place or account; null for one that cannot be
 * assigned. Locks it, so that it exists until the transaction has ended.
 */
export async function findWished(db: Database, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const [found] = await db
    .select({ id: users.id })
    .from(places)
    .innerJoin(users, eq(users.id, places.accountId))
    .where(
      and(
        or(eq(places.id, id), eq(places.accountId, id)),
        eq(users.type, 'pharmacy'),
        users.active,
        users.isPartner,
      ),
    )
    .for('key share', { of: users });
  return found?.id ?? null;
}

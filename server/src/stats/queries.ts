import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { count, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';

/**
 * PostgreSQL sums integers into a bigint, which the driver returns as text; these sums stay far below 2^53.
 */
export const sumOf = (column: AnyPgColumn): SQL<number> =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

export type OrderCounts = Partial<Record<OrderState, number>>;

/** Orders by state, of one customer or of all, without the states that have none. */
export async function countOrdersByState(db: Database, customerId?: string): Promise<OrderCounts> {
  const rows = await db
    .select({ state: orders.state, n: count() })
    .from(orders)
    .where(customerId === undefined ? undefined : eq(orders.customerId, customerId))
    .groupBy(orders.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** The total that a customer has paid, FCFA. */
export async function sumPaidBy(db: Database, customerId: string): Promise<number> {
  const [row] = await db
    .select({ paid: sumOf(orders.paid) })
    .from(orders)
    .where(eq(orders.customerId, customerId));
  return row?.paid ?? 0;
}

export interface PaidSums {
  readonly totalRevenue: number;
  readonly commission: number;
  readonly deliveryFees: number;
}

/**
 * Sums over paid orders, FCFA. An order that has left pre-treatment is paid, as a check constraint ensures.
 */
export async function sumPaidOrders(db: Database): Promise<PaidSums> {
  const [row] = await db
    .select({
      totalRevenue: sumOf(orders.paid),
      commission: sumOf(orders.commission),
      deliveryFees: sumOf(orders.deliveryFee),
    })
    .from(orders)
    .where(ne(orders.state, 'pre-treatment'));
  return row ?? { totalRevenue: 0, commission: 0, deliveryFees: 0 };
}

export interface TypeCount {
  readonly type: UserType;
  readonly active: boolean;
  readonly n: number;
}

/** Users by type and active flag. */
export function countUsers(db: Database): Promise<TypeCount[]> {
  return (
    db
      .select({ type: users.type, active: users.active, n: count() })
      .from(users)
      // A user whose data has been removed is not counted; the row remains for the history.
      .where(isNotNull(users.phone))
      .groupBy(users.type, users.active)
  );
}

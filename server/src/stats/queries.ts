import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { count, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';

/** A sum of integers is a bigint, which the driver hands over as text; ours stay far below 2^53. */
export const sumOf = (column: AnyPgColumn): SQL<number> =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

export type OrderCounts = Partial<Record<OrderState, number>>;

/** Orders by state, of one customer or of all; a state without any is left out. */
export async function countOrdersByState(db: Database, customerId?: string): Promise<OrderCounts> {
  const rows = await db
    .select({ state: orders.state, n: count() })
    .from(orders)
    .where(customerId === undefined ? undefined : eq(orders.customerId, customerId))
    .groupBy(orders.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** What a customer has paid in all, FCFA. */
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

/** Sums over paid orders, FCFA. An order is paid once it has left pre-treatment; a check on its row says so. */
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

/** People by type, those deactivated apart. */
export function countUsers(db: Database): Promise<TypeCount[]> {
  return (
    db
      .select({ type: users.type, active: users.active, n: count() })
      .from(users)
      // Whose data has been removed is nobody any more; their row stays for what they were part of.
      .where(isNotNull(users.phone))
      .groupBy(users.type, users.active)
  );
}

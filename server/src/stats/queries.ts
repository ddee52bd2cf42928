import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { count, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { type Count, readCounts } from './count-queries.ts';

/**
 * PostgreSQL sums integers into a bigint, which the driver returns as text; these sums stay far below 2^53.
 */
export const sumOf = (column: AnyPgColumn): SQL<number> =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

export type OrderCounts = Partial<Record<OrderState, number>>;

/** Orders of one customer by state, without the states that have none. */
export async function countOrdersOf(db: Database, customerId: string): Promise<OrderCounts> {
  const rows = await db
    .select({ state: orders.state, n: count() })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .groupBy(orders.state);
  return byState(rows);
}

export const byState = (rows: readonly { state: string; n: number }[]): OrderCounts =>
  Object.fromEntries(rows.map(({ state, n }) => [state, n]));

/** The total that a customer has paid, FCFA. */
export async function sumPaidBy(db: Database, customerId: string): Promise<number> {
  const [row] = await db
    .select({ paid: sumOf(orders.paid) })
    .from(orders)
    .where(eq(orders.customerId, customerId));
  return row?.paid ?? 0;
}

/** All orders, by state. */
export const countAllOrders = (db: Database): Promise<Count[]> => readCounts(db, 'orders');

export interface TypeCount {
  readonly type: UserType;
  readonly active: boolean;
  readonly n: number;
}

/** Users by type and active flag. */
export async function countUsers(db: Database): Promise<TypeCount[]> {
  const rows = await readCounts(db, 'users');
  return rows.map(({ state, n }) => {
    const [type, activity] = state.split(' ');
    return { type: type as UserType, active: activity === 'active', n };
  });
}

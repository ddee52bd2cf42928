import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { count, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { type Count, readCounts } from './count-queries.ts';

export type OrderCounts = Partial<Record<OrderState, number>>;

/** Orders of one customer by state, and what they paid, FCFA; without the states that have none. */
export const countOrdersOf = (db: Database, customerId: string) =>
  db
    // PostgreSQL sums integers into a bigint, which the driver returns as text; it stays far below 2^53.
    .select({ state: orders.state, n: count(), paid: sql`sum(${orders.paid})`.mapWith(Number) })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .groupBy(orders.state);

export const byState = (rows: readonly { state: string; n: number }[]): OrderCounts =>
  Object.fromEntries(rows.map(({ state, n }) => [state, n]));

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

import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import type { OrderCounts, TypeCount } from './queries.ts';

/** The count of every state, including those without orders, and the total. */
export function allStates(found: OrderCounts): Record<OrderState, number> & { total: number } {
  const counts = Object.fromEntries(orderStates.map((state) => [state, found[state] ?? 0])) as Record<
    OrderState,
    number
  >;
  return { total: sum(Object.values(counts)), ...counts };
}

/** Counts of users: total, active, inactive and by type, including types without users. */
export function presentUserCounts(rows: readonly TypeCount[]) {
  const of = (matches: (row: TypeCount) => boolean) => sum(rows.filter(matches).map((row) => row.n));
  const byType = Object.fromEntries(
    userTypes.map((type) => [type, of((row) => row.type === type)]),
  ) as Record<UserType, number>;
  return {
    total: of(() => true),
    active: of((row) => row.active),
    inactive: of((row) => !row.active),
    byType,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import type { OrderCounts, TypeCount } from './queries.ts';

/** Every state with its number, those without orders too, and their sum. */
export function allStates(found: OrderCounts): Record<OrderState, number> & { total: number } {
  const counts = Object.fromEntries(orderStates.map((state) => [state, found[state] ?? 0])) as Record<
    OrderState,
    number
  >;
  return { total: sum(Object.values(counts)), ...counts };
}

/** People in all, active or not, and by type, types without anybody too. */
export function presentUserCounts(rows: readonly TypeCount[]) {
  const of = (kept: (row: TypeCount) => boolean) => sum(rows.filter(kept).map((row) => row.n));
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

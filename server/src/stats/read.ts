import { addDays, countDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { isPaidState, type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { type daysFilter, type daysStats, resolvePeriod } from '@amasin/domain/stats/days.ts';
import type { customerStats, globalStats } from '@amasin/domain/stats/endpoints.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Count } from '../database/count-queries.ts';
import {
  byState,
  countAllOrders,
  countOrdersOf,
  countStatesOf,
  countUsers,
  findDays,
  findMedians,
  findZonesOf,
  type OrderCounts,
  type TypeCount,
} from './queries.ts';

/** Reads a customer's own four figures. A delivered order counts as delivered after it has ended, too. */
export async function readCustomerStats(ctx: Ctx): Promise<z.output<typeof customerStats>> {
  const found = await countOrdersOf(ctx.db, ctx.actor._id);
  const counts = allStates(byState(found));
  return {
    totalOrders: counts.total,
    pendingOrders: counts['pre-treatment'] + counts.pending + counts.delivering,
    deliveredOrders: counts.delivered + counts.ended,
    totalSpent: found.reduce((total, { paid }) => total + paid, 0),
  };
}

/** Reads the whole platform's figures; amounts over paid orders, FCFA. */
export async function readGlobalStats(ctx: Ctx): Promise<z.output<typeof globalStats>> {
  const [found, people] = await Promise.all([countAllOrders(ctx.db), countUsers(ctx.db)]);
  const { total, ended, cancelled } = allStates(byState(found));
  const paid = found.filter(({ state }) => isPaidState(state));
  const sum = (key: 'paid' | 'commission' | 'deliveryFees') =>
    paid.reduce((all, row: Count) => all + row[key], 0);
  return {
    users: { total: presentUserCounts(people).total },
    orders: {
      total,
      ended,
      pending: total - ended - cancelled,
      totalRevenue: sum('paid'),
      commission: sum('commission'),
      deliveryFees: sum('deliveryFees'),
    },
  };
}

/** Counts the orders by state, without amounts: supervisors may read it too. */
export async function readOrderStats(ctx: Ctx) {
  return allStates(byState(await countAllOrders(ctx.db)));
}

export async function readUserStats(ctx: Ctx) {
  return presentUserCounts(await countUsers(ctx.db));
}

/** Reads the orders per day, by state and by zone. Amounts are what has been paid, FCFA. */
export async function readDayStats(
  ctx: Ctx,
  filter: z.output<typeof daysFilter>,
): Promise<z.output<typeof daysStats>> {
  const period = resolvePeriod(filter, dayInBenin(ctx.clock.now()));
  const [found, counts, zones, medians] = await Promise.all([
    findDays(ctx.db, period),
    countStatesOf(ctx.db, period),
    findZonesOf(ctx.db, period),
    findMedians(ctx.db, period),
  ]);
  const byDay = new Map(found.map((row) => [row.day, row]));
  const minutesOn = new Map(medians.map(({ day, minutes }) => [day, minutes]));
  const days = Array.from({ length: countDays(period.from, period.to) }, (_, index) => {
    const day = addDays(period.from, index);
    const figures = byDay.get(day) ?? { day, orders: 0, revenue: 0 };
    return { ...figures, deliveryMinutes: minutesOn.get(day) ?? null };
  });
  const { total: _, ...states } = allStates(counts);
  return { ...period, days, states, zones, deliveryMinutes: minutesOn.get(null) ?? null };
}

/** Counts every state, including those without orders, and the total. */
function allStates(found: OrderCounts): Record<OrderState, number> & { total: number } {
  const counts = Object.fromEntries(orderStates.map((state) => [state, found[state] ?? 0])) as Record<
    OrderState,
    number
  >;
  return { total: sum(Object.values(counts)), ...counts };
}

/** Presents the counts of users: total, active, inactive and by type, including types without users. */
function presentUserCounts(rows: readonly TypeCount[]) {
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

import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import type { customerStats, globalStats } from '@amasin/domain/stats/endpoints.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Count } from './count-queries.ts';
import { allStates, presentUserCounts } from './present.ts';
import { byState, countAllOrders, countOrdersOf, countUsers } from './queries.ts';

/** A customer's own four figures. A delivered order counts as such after it has ended, too. */
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

/** The whole platform's figures; amounts over paid orders, FCFA. */
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

/** Orders by state, without amounts: supervisors may read it too. */
export async function readOrderStats(ctx: Ctx) {
  return allStates(byState(await countAllOrders(ctx.db)));
}

export async function readUserStats(ctx: Ctx) {
  return presentUserCounts(await countUsers(ctx.db));
}

import type { customerStats, globalStats } from '@amasin/domain/stats/endpoints.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { allStates, presentUserCounts } from './present.ts';
import { countOrdersByState, countUsers, sumPaidBy, sumPaidOrders } from './queries.ts';

/** A customer's own four figures, as WIRE.md defines them. */
export async function readCustomerStats(ctx: Ctx): Promise<z.output<typeof customerStats>> {
  const [found, totalSpent] = await Promise.all([
    countOrdersByState(ctx.db, ctx.actor._id),
    sumPaidBy(ctx.db, ctx.actor._id),
  ]);
  const counts = allStates(found);
  return {
    totalOrders: counts.total,
    pendingOrders: counts['pre-treatment'] + counts.pending + counts.delivering,
    deliveredOrders: counts.delivered + counts.ended,
    totalSpent,
  };
}

/** The whole platform's figures; amounts over paid orders, FCFA. */
export async function readGlobalStats(ctx: Ctx): Promise<z.output<typeof globalStats>> {
  const [found, paid, people] = await Promise.all([
    countOrdersByState(ctx.db),
    sumPaidOrders(ctx.db),
    countUsers(ctx.db),
  ]);
  const { total, ended } = allStates(found);
  return {
    users: { total: presentUserCounts(people).total },
    orders: { total, ended, pending: total - ended, ...paid },
  };
}

/** Orders by state, without amounts: supervisors may read it too. */
export async function readOrderStats(ctx: Ctx) {
  return allStates(await countOrdersByState(ctx.db));
}

export async function readUserStats(ctx: Ctx) {
  return presentUserCounts(await countUsers(ctx.db));
}

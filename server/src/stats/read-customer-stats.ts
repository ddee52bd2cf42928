import type { customerStats } from '@amasin/domain/stats/endpoints.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { allStates } from './present.ts';
import { countOrdersByState, sumPaidBy } from './queries.ts';

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

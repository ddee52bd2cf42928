import type { globalStats } from '@amasin/domain/stats/endpoints.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { allStates, presentUserCounts } from './present.ts';
import { countOrdersByState, countUsers, sumPaidOrders } from './queries.ts';

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

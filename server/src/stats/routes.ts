import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { readCustomerStats, readDayStats, readGlobalStats, readOrderStats, readUserStats } from './read.ts';

/** `readOwnerStats` is handled in overview/routes.ts, which reads orders and money. */
export const statsHandlers: HandlersOf<Omit<typeof statsEndpoints, 'readOwnerStats'>> = {
  readDashboardStats: handler(statsEndpoints.readDashboardStats, {
    handle: async (ctx) =>
      ok(ctx.actor.type === 'customer' ? await readCustomerStats(ctx) : await readGlobalStats(ctx)),
  }),
  readOrderStats: handler(statsEndpoints.readOrderStats, {
    handle: async (ctx) => ok(await readOrderStats(ctx)),
  }),
  readUserStats: handler(statsEndpoints.readUserStats, {
    handle: async (ctx) => ok(await readUserStats(ctx)),
  }),
  readDayStats: handler(statsEndpoints.readDayStats, {
    handle: async (ctx, { query }) => ok(await readDayStats(ctx, query)),
  }),
};

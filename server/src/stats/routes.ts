import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { readCustomerStats } from './read-customer-stats.ts';
import { readDayStats } from './read-day-stats.ts';
import { readGlobalStats } from './read-global-stats.ts';
import { readOrderStats } from './read-order-stats.ts';
import { readUserStats } from './read-user-stats.ts';

export const statsHandlers: HandlersOf<typeof statsEndpoints> = {
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

import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { readCustomerStats, readDayStats, readGlobalStats, readOrderStats, readUserStats } from './read.ts';
import { readOwnerStats } from './read-owner-stats.ts';
import { readSituation, reconcileBooks, resumeMoney } from './situation.ts';

type Situation = Pick<typeof houseEndpoints, 'readSituation' | 'reconcileBooks' | 'resumeMoney'>;

/** The figures of the business, and the state of the server. */
export const statsHandlers: HandlersOf<typeof statsEndpoints & Situation> = {
  readOwnerStats: handler(statsEndpoints.readOwnerStats, {
    handle: async (ctx) => ok(await readOwnerStats(ctx)),
  }),
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
  readSituation: handler(houseEndpoints.readSituation, {
    handle: async (ctx) => ok(await readSituation(ctx)),
  }),
  reconcileBooks: handler(houseEndpoints.reconcileBooks, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { query }) => ok({ books: await reconcileBooks(ctx, query.since) }),
  }),
  resumeMoney: handler(houseEndpoints.resumeMoney, {
    handle: async (ctx) => ok({ resumed: await resumeMoney(ctx) }),
  }),
};

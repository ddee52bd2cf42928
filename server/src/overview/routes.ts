import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { readOwnerStats } from './read-owner-stats.ts';
import { readSituation, reconcileBooks, resumeMoney } from './situation.ts';

type Handled = Pick<typeof statsEndpoints, 'readOwnerStats'> &
  Pick<typeof houseEndpoints, 'readSituation' | 'reconcileBooks' | 'resumeMoney'>;

export const overviewHandlers: HandlersOf<Handled> = {
  readOwnerStats: handler(statsEndpoints.readOwnerStats, {
    handle: async (ctx) => ok(await readOwnerStats(ctx)),
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

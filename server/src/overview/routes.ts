import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { readOwnerStats } from './read-owner-stats.ts';

export const overviewHandlers: HandlersOf<Pick<typeof statsEndpoints, 'readOwnerStats'>> = {
  readOwnerStats: handler(statsEndpoints.readOwnerStats, {
    handle: async (ctx) => ok(await readOwnerStats(ctx)),
  }),
};

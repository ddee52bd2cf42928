import type { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { buildOrder } from '../builders/order.ts';
import type { ScenariosOf } from './scenario.ts';

export const statsScenarios: ScenariosOf<typeof statsEndpoints> = {
  readDashboardStats: {
    legal: () => ({}),
    scope: async ({ server, people }, caller) => {
      const customerId = caller.id;
      const { paid } = await buildOrder(server.db, { customerId, state: 'ended' });
      await buildOrder(server.db, { customerId, state: 'pre-treatment' });
      await buildOrder(server.db, { customerId: people.customer.stranger.id, state: 'ended' });
      return {
        input: {},
        read: (body) => body,
        expected: { totalOrders: 2, pendingOrders: 1, deliveredOrders: 1, totalSpent: paid },
      };
    },
  },
  readOrderStats: { legal: () => ({}) },
  readUserStats: { legal: () => ({}) },
  readOwnerStats: { legal: () => ({}) },
  readDayStats: { legal: () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }) },
};

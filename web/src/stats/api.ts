import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

export type CustomerFigures = {
  totalOrders: number;
  pendingOrders: number;
  deliveredOrders: number;
  totalSpent: number;
};

/** The customer's four figures; `totalSpent` in FCFA. */
export function useCustomerStats() {
  return useQuery({
    queryKey: keys.stats.of('own'),
    queryFn: async ({ signal }): Promise<CustomerFigures> => {
      const figures = await call(statsEndpoints.readDashboardStats, {}, { signal });
      // The same endpoint returns other figures to the super administrator.
      if (!('totalOrders' in figures)) throw new Error('not the figures of a customer');
      return figures;
    },
    refetchOnWindowFocus: 'always',
  });
}

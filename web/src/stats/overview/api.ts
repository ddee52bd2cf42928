import { addDays, dayOfBenin } from '@amasin/domain/contract/dates.ts';
import type { Answer } from '@amasin/domain/contract/endpoint.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { keys } from '../../lib/api/keys.ts';
import type { Period } from './period.ts';

/** How often a screen that stays open asks again, ms. */
const LIVE_MS = 60_000;
const live = { refetchInterval: LIVE_MS, refetchOnWindowFocus: 'always' } as const;

type Dashboard = Answer<typeof statsEndpoints.readDashboardStats>;
export type GlobalFigures = Extract<Dashboard, { users: unknown }>;
export type DayStats = Answer<typeof statsEndpoints.readDayStats>;

/** The whole platform's figures. */
export function useGlobalStats() {
  return useQuery({
    queryKey: keys.stats.global,
    queryFn: async ({ signal }): Promise<GlobalFigures> => {
      const figures = await call(statsEndpoints.readDashboardStats, {}, { signal });
      // The same call answers a customer with other figures.
      if (!('users' in figures)) throw new Error('these are not figures of the platform');
      return figures;
    },
    ...live,
  });
}

/** The orders of the last days, today included. */
export function useDayStats(days: Period) {
  return useQuery({
    queryKey: keys.stats.days(days),
    queryFn: ({ signal }) => {
      const to = dayOfBenin(new Date());
      return call(statsEndpoints.readDayStats, { query: { from: addDays(to, 1 - days), to } }, { signal });
    },
    // While other days load, those that stand stay.
    placeholderData: (previous) => previous,
    ...live,
  });
}

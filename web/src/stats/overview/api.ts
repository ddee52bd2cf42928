import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { DEFAULT_DAYS } from '@amasin/domain/stats/day-limits.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { timeNow } from '../../lib/clock.ts';
import { keys } from '../../lib/keys.ts';

/** The periods in days, today included. */
export const periods = [7, DEFAULT_DAYS, 90] as const;

type Period = (typeof periods)[number];

/** Reads the period of a URL: `?days=90`. */
export function readPeriod(search: URLSearchParams): Period {
  const days = Number(search.get('days'));
  return periods.find((period) => period === days) ?? DEFAULT_DAYS;
}

/** The URL with another period; the default is omitted. */
export function withPeriod(search: URLSearchParams, days: Period): URLSearchParams {
  const next = new URLSearchParams(search);
  if (days === DEFAULT_DAYS) next.delete('days');
  else next.set('days', String(days));
  return next;
}

type Dashboard = ResponseBody<typeof statsEndpoints.readDashboardStats>;
export type GlobalFigures = Extract<Dashboard, { users: unknown }>;
export type OwnerStats = ResponseBody<typeof statsEndpoints.readOwnerStats>;
export type DayStats = ResponseBody<typeof statsEndpoints.readDayStats>;

/** The platform's figures. */
export function useGlobalStats() {
  return useQuery({
    queryKey: keys.stats.of('global'),
    queryFn: async ({ signal }): Promise<GlobalFigures> => {
      const figures = await call(statsEndpoints.readDashboardStats, {}, { signal });
      // The same endpoint returns other figures to a customer.
      if (!('users' in figures)) throw new Error('not the figures of the platform');
      return figures;
    },
  });
}

/** The figures of what is late, lost or owed, and this week beside the last one. */
export function useOwnerStats() {
  return useQuery({
    queryKey: keys.stats.of('owner'),
    queryFn: ({ signal }) => call(statsEndpoints.readOwnerStats, {}, { signal }),
  });
}

/** First and last day of the last days, today included. */
function lastDays(days: Period) {
  const to = dayInBenin(new Date(timeNow()));
  return { from: addDays(to, 1 - days), to };
}

/** The customers' payments of the last days, as CSV. */
export const fetchPaymentFile = (days: Period) =>
  callFile(paymentEndpoints.exportPayments, { query: lastDays(days) });

/** The orders of the last days, today included. */
export function useDayStats(days: Period) {
  return useQuery({
    queryKey: keys.stats.of('days', days),
    queryFn: ({ signal }) => call(statsEndpoints.readDayStats, { query: lastDays(days) }, { signal }),
    // Keeps the charts while another period loads.
    placeholderData: (previous) => previous,
  });
}

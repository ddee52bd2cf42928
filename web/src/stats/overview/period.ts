import { DEFAULT_DAYS } from '@amasin/domain/stats/day-limits.ts';

/** How many days can be looked at, today included. */
export const periods = [7, DEFAULT_DAYS, 90] as const;

export type Period = (typeof periods)[number];

/** The days of an address: `?days=90`. */
export function readPeriod(search: URLSearchParams): Period {
  const days = Number(search.get('days'));
  return periods.find((period) => period === days) ?? DEFAULT_DAYS;
}

/** The address with other days; the usual ones need none. */
export function withPeriod(search: URLSearchParams, days: Period): URLSearchParams {
  const next = new URLSearchParams(search);
  if (days === DEFAULT_DAYS) next.delete('days');
  else next.set('days', String(days));
  return next;
}

import { DEFAULT_DAYS } from '@amasin/domain/stats/day-limits.ts';

/** The periods in days, today included. */
export const periods = [7, DEFAULT_DAYS, 90] as const;

export type Period = (typeof periods)[number];

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

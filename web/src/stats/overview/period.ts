import { DAYS_SHOWN } from '@amasin/domain/stats/days-shown.ts';

/** How many days can be looked at, today included. */
export const periods = [7, DAYS_SHOWN, 90] as const;

export type Period = (typeof periods)[number];

/** The days of an address: `?days=90`. */
export function readPeriod(search: URLSearchParams): Period {
  const days = Number(search.get('days'));
  return periods.find((period) => period === days) ?? DAYS_SHOWN;
}

/** The address with other days; the usual ones need none. */
export function withPeriod(search: URLSearchParams, days: Period): URLSearchParams {
  const next = new URLSearchParams(search);
  if (days === DAYS_SHOWN) next.delete('days');
  else next.set('days', String(days));
  return next;
}

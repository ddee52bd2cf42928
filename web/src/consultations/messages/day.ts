import { TIME_ZONE } from '@amasin/domain/contract/format.ts';
import { formatDay } from '../../lib/format.ts';

const DAY_MS = 24 * 3600_000;
const dayKey = new Intl.DateTimeFormat('fr-CA', { dateStyle: 'short', timeZone: TIME_ZONE });

/** The date in Benin at this time: `2026-11-20`. */
export const dayOf = (at: Date): string => dayKey.format(at);

/** « Aujourd’hui », « Hier », else the date. */
export function nameDay(at: Date, now: Date): string {
  if (dayOf(at) === dayOf(now)) return 'Aujourd’hui';
  // Benin has no daylight saving time: a day is always 24 hours.
  if (dayOf(at) === dayOf(new Date(now.getTime() - DAY_MS))) return 'Hier';
  return formatDay(at, now);
}

import { countDays } from '../contract/dates.ts';

/** Days before the end of an authorisation at which the super administrators are told. */
export const LICENCE_ALARMS = [60, 30, 7] as const;

/**
 * What is said of the end of an authorisation: 60, 30 or 7 within so many days, 0 once it has ended; null earlier, or without an
 * end. The last day still counts.
 */
export function licenceAlarm(
  until: string | null,
  today: string,
): 0 | (typeof LICENCE_ALARMS)[number] | null {
  if (until === null) return null;
  if (until < today) return 0;
  const left = countDays(today, until) - 1;
  return LICENCE_ALARMS.findLast((days) => left <= days) ?? null;
}

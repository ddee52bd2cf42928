import { countDays } from '../contract/dates.ts';

/** Super administrators are told this many days before an authorisation ends. */
export const LICENCE_ALARMS = [60, 30, 7] as const;

/**
 * Finds the alarm about the end of an authorisation. The last day still counts.
 * @returns 60, 30 or 7 within so many days of the end, 0 once it has ended; null earlier, or without an end
 */
export function licenceAlarm(
  until: string | null,
  today: string,
): 0 | (typeof LICENCE_ALARMS)[number] | null {
  if (until === null) return null;
  if (until < today) return 0;
  const left = countDays(today, until) - 1;
  return LICENCE_ALARMS.filter((days) => left <= days).at(-1) ?? null;
}

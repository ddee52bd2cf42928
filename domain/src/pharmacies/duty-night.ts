import { addDays, dateRange, dayInBenin } from '../contract/dates.ts';
import { HOUR_MS } from '../contract/time.ts';

/** A duty night lasts from 22:00, when other pharmacies close, to 08:00 the next day, in Benin time. */
const START_HOUR = 22;
const DURATION_HOURS = 10;

export const WEEK_NIGHTS = 7;

/** A time range; `endsAt` is excluded. */
export interface TimeRange {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Midnight in Benin of an ISO date from the year 2000 on; null if there is no such date. */
function midnightOf(date: string): number | null {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(date)) return null;
  return dateRange(date)?.from.getTime() ?? null;
}

/** The night that begins on this date (`2026-11-20`); null if there is no such date. */
export function dutyNight(date: string): TimeRange | null {
  const midnight = midnightOf(date);
  if (midnight === null) return null;
  const startsAt = midnight + START_HOUR * HOUR_MS;
  return { startsAt: new Date(startsAt), endsAt: new Date(startsAt + DURATION_HOURS * HOUR_MS) };
}

/** The date of the current night or, during the day, of the next one. Until 08:00 it is yesterday's date. */
export function tonight(now: Date): string {
  const endsAtHour = (START_HOUR + DURATION_HOURS) % 24;
  return dayInBenin(new Date(now.getTime() - endsAtHour * HOUR_MS));
}

/** Whether only pharmacies on duty are open. */
export function isDutyNight(now: Date): boolean {
  const night = dutyNight(tonight(now));
  return night !== null && night.startsAt <= now;
}

/**
 * `count` consecutive dates, starting with this one.
 * @throws RangeError when `date` is not a date
 */
export function nightsFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(date, index));
}

/** The Monday of the week of this date. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** Whether two time ranges overlap. */
export function overlap(one: TimeRange, other: TimeRange): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

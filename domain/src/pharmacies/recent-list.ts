import { addDays } from '../contract/dates.ts';

const RECENT_DAYS = 7;

/** Whether a list of this date is still announced as recent on this day: lists are published every week. */
export function isRecentList(date: string, today: string): boolean {
  return date >= addDays(today, -RECENT_DAYS);
}

import { dateRange, OFFSET_MS } from './date-range.ts';

const DAY_MS = 24 * 3600_000;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is a whole day of the calendar, `2026-11-20`. */
export function isDay(text: string): boolean {
  return isoDay.test(text) && dateRange(text) !== null;
}

/** The day that it is in Benin. */
export function dayOfBenin(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** How many days there are from one to another, both counted. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

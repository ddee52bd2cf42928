import { DAY_MS, HOUR_MS } from './time.ts';

/** Benin is this far ahead of UTC, all year round (Africa/Porto-Novo has no summer time). */
const OFFSET_MS = HOUR_MS;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The period in Benin of a year, month or day in ISO form: `2026`, `2026-11` or `2026-11-20`.
 * Null if there is no such date. `to` is excluded.
 */
export function dateRange(prefix: string): { from: Date; to: Date } | null {
  const found = /^([12]\d{3})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(prefix);
  if (found === null) return null;
  const year = Number(found[1]);
  const month = Number(found[2] ?? 1);
  const day = Number(found[3] ?? 1);
  const from = new Date(Date.UTC(year, month - 1, day));
  if (from.getUTCMonth() !== month - 1 || from.getUTCDate() !== day) return null;
  const to = new Date(from);
  if (found[3] !== undefined) to.setUTCDate(day + 1);
  else if (found[2] !== undefined) to.setUTCMonth(month);
  else to.setUTCFullYear(year + 1);
  return { from: new Date(from.getTime() - OFFSET_MS), to: new Date(to.getTime() - OFFSET_MS) };
}

/** Whether the text is a valid calendar date, `2026-11-20`. */
export function isDay(text: string): boolean {
  return isoDay.test(text) && dateRange(text) !== null;
}

/** The date in Benin at the time `at`, `2026-11-20`. */
export function dayInBenin(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** The date and time in Benin at the time `at`, `2026-11-20 14:05:09`, as spreadsheets read them. */
export function timeInBenin(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The number of days from one day to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The day that is `days` later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether `from` is not after `to`; also true if either is missing. */
export function isChronological({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): boolean {
  return from === undefined || to === undefined || from <= to;
}

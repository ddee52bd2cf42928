import { dateRange, dayInBenin } from '../contract/dates.ts';
import { onceUsed } from '../contract/format.ts';

/** A transaction dated in the last second of a month may be committed this long after it. */
const LAST_COMMIT_MS = 60_000;

/** Whether the text is a month of the calendar, `2026-10`. */
export function isMonth(text: string): boolean {
  return text.length === 7 && dateRange(text) !== null;
}

/** The month in Benin at the time `at`, `2026-10`. */
export function monthInBenin(at: Date): string {
  return dayInBenin(at).slice(0, 7);
}

/** The first instant of a month in Benin, and of the next one. @param month a valid one */
export function monthRange(month: string): { from: Date; to: Date } {
  const range = dateRange(month);
  if (range === null) throw new Error(`not a month: ${month}`);
  return range;
}

/** Whether something may still be added to the month. */
export function isProvisional(month: string, now: Date): boolean {
  return now.getTime() < monthRange(month).to.getTime() + LAST_COMMIT_MS;
}

const names = onceUsed(
  () => new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** « octobre 2026 ». */
export function monthName(month: string): string {
  return names().format(new Date(`${month}-01T00:00:00Z`));
}

/** « Relevé d’octobre 2026 ». */
export function statementTitle(month: string): string {
  const name = monthName(month);
  return `Relevé ${/^[ao]/.test(name) ? 'd’' : 'de '}${name}`;
}

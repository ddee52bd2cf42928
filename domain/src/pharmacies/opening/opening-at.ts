import { addDays, dateRange, dayInBenin } from '../../contract/dates.ts';
import { isIn, type OpeningRule } from './read-hours.ts';

export interface Opening {
  readonly isOpen: boolean;
  /** When that changes; null when it does not within a week. */
  readonly until: Date | null;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Whether a place is open, and until when. Holidays are not known: their rules are ignored. */
export function openingAt(rules: readonly OpeningRule[], now: Date): Opening {
  const today = dayInBenin(now);
  const spans = merged([-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((days) => spansOn(rules, addDays(today, days))));
  const time = now.getTime();
  const current = spans.find(({ from, to }) => from <= time && time < to);
  if (current === undefined) {
    const next = spans.find(({ from }) => from > time);
    return { isOpen: false, until: next === undefined ? null : new Date(next.from) };
  }
  const isEndless = current.to - time > 6 * DAY_MINUTES * MINUTE_MS;
  return { isOpen: true, until: isEndless ? null : new Date(current.to) };
}

interface Time {
  readonly from: number;
  readonly to: number;
}

/** The spans that begin on this day, ms. The last rule that names the day applies. */
function spansOn(rules: readonly OpeningRule[], day: string): Time[] {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const midnight = dateRange(day)?.from.getTime() ?? Number.NaN;
  const rule = rules.findLast(({ days }) => isIn(days, weekday));
  return (rule?.spans ?? []).map(({ from, to }) => ({
    from: midnight + from * MINUTE_MS,
    to: midnight + (to <= from ? to + DAY_MINUTES : to) * MINUTE_MS,
  }));
}

/** In order, those that meet as one. */
function merged(spans: readonly Time[]): Time[] {
  const found: Time[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return found;
}

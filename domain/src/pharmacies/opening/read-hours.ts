const DAY_NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

type DayName = (typeof DAY_NAMES)[number];

/** One or two days, the first and the last of a range; `PH` is a public holiday. */
export type DayGroup = readonly [DayName | 'PH'] | readonly [DayName, DayName];

/** Minutes from midnight; a span that ends at or before its beginning ends the next day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface OpeningRule {
  /** Null: every day. */
  readonly days: readonly DayGroup[] | null;
  /** Empty: closed. */
  readonly spans: readonly Span[];
}

const EVERY_DAY: OpeningRule = { days: null, spans: [{ from: 0, to: 24 * 60 }] };

/** Reads the usual part of OpenStreetMap's opening hours (`Mo-Sa 08:00-20:00; Su off`); null for any other text. */
export function readHours(text: string): OpeningRule[] | null {
  if (text.trim() === '24/7') return [EVERY_DAY];
  const rules = text
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map(readRule);
  return rules.length === 0 ? null : whole(rules);
}

function readRule(text: string): OpeningRule | null {
  const found = /^([A-Za-z, -]*?)\s*(off|closed|\d{1,2}:\d{2}.*)$/.exec(text);
  if (found === null) return null;
  const [, written = '', times = ''] = found;
  const days = written === '' || written === 'Mo-Su' ? null : whole(written.split(',').map(readGroup));
  if (days === null && written !== '' && written !== 'Mo-Su') return null;
  const spans = /^(off|closed)$/.test(times) ? [] : whole(times.split(',').map(readSpan));
  return spans && { days, spans };
}

function readGroup(text: string): DayGroup | null {
  const names = text.split('-').map((name) => name.trim());
  const [first, last] = names;
  if (names.length === 1 && (first === 'PH' || isDayName(first))) return [first];
  return names.length === 2 && isDayName(first) && isDayName(last) ? [first, last] : null;
}

function readSpan(text: string): Span | null {
  const found = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(text);
  if (found === null) return null;
  const [from = 0, fromMinutes = 0, to = 0, toMinutes = 0] = found.slice(1).map(Number);
  const span = { from: from * 60 + fromMinutes, to: to * 60 + toMinutes };
  return Math.max(span.from, span.to) > 24 * 60 ? null : span;
}

const isDayName = (name: string | undefined): name is DayName => DAY_NAMES.some((day) => day === name);

const whole = <T>(parts: readonly (T | null)[]): T[] | null =>
  parts.some((part) => part === null) ? null : parts.filter((part) => part !== null);

/** Whether a day of the week, Monday 0, is in one of the groups. */
export function isIn(groups: readonly DayGroup[] | null, weekday: number): boolean {
  if (groups === null) return true;
  return groups.some(([first, last = first]) => {
    if (first === 'PH' || last === 'PH') return false;
    const from = DAY_NAMES.indexOf(first);
    const to = DAY_NAMES.indexOf(last);
    return from <= to ? from <= weekday && weekday <= to : from <= weekday || weekday <= to;
  });
}

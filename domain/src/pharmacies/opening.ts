import { addDays, dateRange, dayInBenin } from '../contract/dates.ts';
import { normalForm } from '../contract/normal-form.ts';
import { MINUTE_MS } from '../contract/time.ts';

const DAY_NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

type DayName = (typeof DAY_NAMES)[number];

/** One or two days, the first and the last of a range; `PH` is a public holiday. */
type DayGroup = readonly [DayName | 'PH'] | readonly [DayName, DayName];

/** Minutes from midnight; a span that ends at or before its beginning ends the next day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface OpeningRule {
  /** Null for every day. */
  readonly days: readonly DayGroup[] | null;
  /** Empty when closed. */
  readonly spans: readonly Span[];
}

const EVERY_DAY: OpeningRule = { days: null, spans: [{ from: 0, to: 24 * 60 }] };

/** « 24h/24 », with « 7j/7 » or without. */
const always =
  /^(?:ouverte? )?24 ?(?:h|heures?)? ?(?:\/|sur) ?(?:24 ?(?:h|heures?)?(?:[ ,]{0,2}(?:et )?7 ?(?:j|jours?)? ?(?:\/|sur) ?7 ?(?:j|jours?)?)?|7)$/;
const alwaysReversed =
  /^7 ?(?:j|jours?)? ?(?:\/|sur) ?7 ?(?:j|jours?)?[ ,]{0,2}(?:et )?24 ?(?:h|heures?)? ?(?:\/|sur) ?24 ?(?:h|heures?)?$/;

const frenchDays: readonly (readonly [RegExp, string])[] = [
  [/\b(?:du )?lun(?:di|\.)?(?![a-z])/g, 'Mo'],
  [/\b(?:du )?mar(?:di|\.)?(?![a-z])/g, 'Tu'],
  [/\b(?:du )?mer(?:credi|\.)?(?![a-z])/g, 'We'],
  [/\b(?:du )?jeu(?:di|\.)?(?![a-z])/g, 'Th'],
  [/\b(?:du )?ven(?:dredi|\.)?(?![a-z])/g, 'Fr'],
  [/\b(?:du )?sam(?:edi|\.)?(?![a-z])/g, 'Sa'],
  [/\b(?:du )?dim(?:anche|\.)?(?![a-z])/g, 'Su'],
  [/\b(?:tous les jours|7 ?j ?\/ ?7)/g, 'Mo-Su'],
  [/\bferm[ée]e?(?![a-z])/g, 'off'],
];

/**
 * Opening hours in the one form that is stored, OpenStreetMap's, as people write them too: « 24h/24 », « Lun–Sam 8h–20h30 ». A text
 * that cannot be read stays as it is.
 */
export function plainHours(text: string): string {
  const written = normalForm(text, 'NFC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (readRules(written) !== null) return written;
  const small = written.toLowerCase();
  if (always.test(small) || alwaysReversed.test(small)) return '24/7';
  const days = frenchDays.reduce((found, [day, name]) => found.replace(day, name), small);
  const hours = days
    .replace(
      /(\d{1,2}) ?h ?(\d{2})?(?!\d)/g,
      (_, hour: string, minutes = '00') => `${hour.padStart(2, '0')}:${minutes}`,
    )
    .replace(/ ?[-à] ?| au /g, '-')
    .replace(/ et |, /g, ',')
    .replace(/ ?: (?=\d|off)/g, ' ');
  return readRules(hours) === null ? text : hours;
}

/** Reads the usual part of OpenStreetMap's opening hours (`Mo-Sa 08:00-20:00; Su off`); null for any other text. */
export const readHours = (text: string): OpeningRule[] | null => readRules(plainHours(text));

function readRules(text: string): OpeningRule[] | null {
  if (text === '24/7') return [EVERY_DAY];
  const rules = text
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map(readRule);
  return rules.length === 0 ? null : allOrNull(rules);
}

function readRule(text: string): OpeningRule | null {
  const found = /^((?:[A-Za-z, -]*[A-Za-z,-])?)\s*(off|closed|\d{1,2}:\d{2}.*)$/.exec(text);
  if (found === null) return null;
  const [, written = '', times = ''] = found;
  const days = written === '' || written === 'Mo-Su' ? null : allOrNull(written.split(',').map(readGroup));
  if (days === null && written !== '' && written !== 'Mo-Su') return null;
  const spans = /^(off|closed)$/.test(times) ? [] : allOrNull(times.split(',').map(readSpan));
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

/** Returns null as soon as one part could not be read. */
const allOrNull = <T>(parts: readonly (T | null)[]): T[] | null =>
  parts.some((part) => part === null) ? null : parts.filter((part) => part !== null);

/** Whether a day of the week, Monday 0, is in one of the groups. */
function isIn(groups: readonly DayGroup[] | null, weekday: number): boolean {
  if (groups === null) return true;
  return groups.some(([first, last = first]) => {
    if (first === 'PH' || last === 'PH') return false;
    const from = DAY_NAMES.indexOf(first);
    const to = DAY_NAMES.indexOf(last);
    return from <= to ? from <= weekday && weekday <= to : from <= weekday || weekday <= to;
  });
}

interface Opening {
  readonly isOpen: boolean;
  /** The next change; null when there is none within a week. */
  readonly until: Date | null;
}

const DAY_MINUTES = 24 * 60;

/** Tells whether a place is open, and until when. Holidays are not known: their rules are ignored. */
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

/** Returns the spans that begin on this day, ms. The last rule that names the day applies. */
function spansOn(rules: readonly OpeningRule[], day: string): Time[] {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const midnight = dateRange(day)?.from.getTime() ?? Number.NaN;
  const rule = rules.filter(({ days }) => isIn(days, weekday)).at(-1);
  return (rule?.spans ?? []).map(({ from, to }) => ({
    from: midnight + from * MINUTE_MS,
    to: midnight + (to <= from ? to + DAY_MINUTES : to) * MINUTE_MS,
  }));
}

/** Sorts the spans, and joins those that meet. */
function merged(spans: readonly Time[]): Time[] {
  const found: Time[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return found;
}

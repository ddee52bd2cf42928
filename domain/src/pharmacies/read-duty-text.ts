import { addDays, countDays, isDay } from '../contract/dates.ts';
import { normalForm } from '../contract/normal-form.ts';
import { searchText } from '../medications/search-text.ts';
import { nightsFrom, WEEK_NIGHTS } from './duty-night.ts';

const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];
const months = [
  'janvier',
  'fevrier',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'aout',
  'septembre',
  'octobre',
  'novembre',
  'decembre',
];
const weekday = `(?:${weekdays.join('|')})`;
const month = `(?:${months.join('|')})`;

/** Dates as people write them, once `searchText` has removed accents and signs. */
const dated = [
  // 2026 11 23
  `(?<year>20\\d{2}) (?<month>\\d{1,2}) (?<day>\\d{1,2})`,
  // lundi 23 novembre 2026, 1er decembre
  `(?:(?<weekday>${weekday}) )?(?<day>\\d{1,2})(?:er)? (?<name>${month})(?: (?<year>20\\d{2}))?`,
  // 23 11 2026, 23 11
  `(?:(?<weekday>${weekday}) )?(?<day>\\d{1,2}) (?<month>\\d{1,2})(?: (?<year>(?:20)?\\d{2}))?`,
  // lundi 23
  `(?<weekday>${weekday}) (?<day>\\d{1,2})(?:er)?`,
  `(?<weekday>${weekday})`,
];
const patterns = dated.map((pattern) => new RegExp(`^${pattern}$`));
const likeNight = new RegExp(
  `^(?:(?:la|le|du|de|des|nuits?|semaine|gardes?) )*(?:${weekday}|semaine|\\d{1,2}(?:er)? ${month}|\\d{1,2} \\d{1,2} (?:20)?\\d{2}$)`,
);
const likeDay = new RegExp(`^(?:${weekday} )?(\\d{1,2})(?:er)?$`);
const range = /^(?:du )?(?<first>.+?) au (?<last>.+)$/;

/**
 * Reads the nights that a text names, such as « Nuit du lundi 23 novembre », « 23/11/2026 », « lundi » or « Semaine du 23 au 29 novembre »;
 * null for any other text. What the text leaves out (the year, the month, the date of a weekday) is that of the week.
 * @param week the first of seven nights
 */
export function readNights(text: string, week: string): string[] | null {
  const words = searchText(text).replace(/^(?:(?:nuit|nuits|garde|gardes|semaine) )+(?:(?:du|de|des) )?/, '');
  const found = range.exec(words)?.groups;
  if (found === undefined) {
    const night = readDate(words.replace(/^(?:du|le) /, ''), week);
    return night === null ? null : [night];
  }
  const last = readDate(found.last ?? '', week);
  const first = last === null ? null : readFirst(found.first ?? '', last, week);
  return first === null || last === null ? null : nightsBetween(first, last);
}

/** Matches a day and a month at the beginning of a line, « 31/11 » or « 31.11 : … ». */
const likeDate = /^\d{1,2}\s?[/.]\s?\d{1,2}(?!\d)/;

/** Whether a text is meant as a night, even if its date cannot be read. */
function isLikeNight(text: string): boolean {
  return likeNight.test(searchText(text)) || likeDate.test(text);
}

/** Reads the first day of a range, « 23 » before « 29 novembre »: the month is that of the last day, or the one before. */
function readFirst(words: string, last: string, week: string): string | null {
  const day = likeDay.exec(words)?.[1];
  if (day === undefined) return readDate(words, week);
  const within = Array.from({ length: MAX_NIGHTS }, (_, index) => addDays(last, -index));
  return within.find((date) => Number(date.slice(8)) === Number(day)) ?? null;
}

const MAX_NIGHTS = 31;

/** Returns the nights from first to last, both included, except that a week from one Monday to the next has seven nights. */
function nightsBetween(first: string, last: string): string[] | null {
  const end = addDays(first, 7) === last ? addDays(last, -1) : last;
  const nights: string[] = [];
  for (let night = first; night <= end; night = addDays(night, 1)) {
    if (nights.push(night) > MAX_NIGHTS) return null;
  }
  return nights.length === 0 ? null : nights;
}

function readDate(words: string, week: string): string | null {
  for (const pattern of patterns) {
    const parts = pattern.exec(words)?.groups;
    if (parts !== undefined || pattern.test(words)) return dateOf(parts ?? {}, week);
  }
  return null;
}

type Parts = Partial<Record<string, string>>;

/** Returns null also for a date that does not fall on the weekday before it: one of the two is wrong. */
function dateOf(parts: Parts, week: string): string | null {
  const date = nearestDate(parts, week);
  const isRight = date !== null && (parts.weekday === undefined || weekdayOf(date) === parts.weekday);
  return isRight ? date : null;
}

function nearestDate({ year, month: number, name, day, weekday: named }: Parts, week: string): string | null {
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  if (day === undefined) return days.find((date) => weekdayOf(date) === named) ?? null;
  if (number === undefined && name === undefined) {
    return days.find((date) => Number(date.slice(8)) === Number(day)) ?? null;
  }
  const inYear = `${two(number ?? `${months.indexOf(name ?? '') + 1}`)}-${two(day)}`;
  const years = year === undefined ? yearsAround(week) : [year.padStart(4, '20')];
  const far = (date: string) => Math.abs(countDays(week, date) - 1);
  const dates = years.map((one) => `${one}-${inYear}`).filter(isDay);
  const nearest = dates.sort((one, other) => far(one) - far(other))[0] ?? null;
  // 29 February of another year is not what a list of a year without it means.
  return nearest === null || (year === undefined && far(nearest) > HALF_YEAR) ? null : nearest;
}

/** Every date but 29 February has a year in which it is this near, in days. */
const HALF_YEAR = 183;

const two = (digits: string) => digits.padStart(2, '0');

function yearsAround(week: string): string[] {
  const year = Number(week.slice(0, 4));
  return [year - 1, year, year + 1].map(String);
}

function weekdayOf(date: string): string {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? '';
}

/** A name in a list of duty, and its nights; none when the date cannot be read. */
export interface DutyLine {
  readonly written: string;
  readonly nights: readonly string[];
}

/** Matches the sign or number before a line of a list; the escapes are • · ▪ ► and °. */
const bullet = /^(?:[\p{Pd}\u2022*\u00b7\u25aa\u25ba]+|\d{1,3}\s*[.)\u00b0])\s*/u;
const title = /^(?:liste |des |les )*(?:pharmacies )?(?:de )?gardes?$/;

/**
 * Reads a list of duty. A line is a night, a name, or a night and its names. Names belong to the last night above them, and
 * to the whole week before the first night. Any other line is read as a name, so that nothing is lost. Below a night that
 * cannot be read, names have no night.
 * @param week the first of the seven nights of names without a date
 */
export function readDutyText(text: string, week: string): DutyLine[] {
  let nights: readonly string[] = nightsFrom(week, WEEK_NIGHTS);
  const lines: DutyLine[] = [];
  for (const line of normalForm(text, 'NFC').split(/\r?\n/)) {
    const trimmed = line.replace(/[^\S\t]+/g, ' ').trim();
    const own = readNights(trimmed, week);
    if (own !== null) {
      nights = own;
      continue;
    }
    const parts = splitNight(trimmed, week);
    if (parts?.isHeading) ({ nights } = parts);
    // The names below an unreadable night must not fall into the night before it.
    else if (parts === null && isLikeNight(trimmed)) nights = [];
    const names = parts?.names ?? [trimmed];
    for (const name of names) {
      const written = name.replace(bullet, '').trim();
      const words = searchText(written);
      if (words !== '' && !title.test(words)) lines.push({ written, nights: parts?.nights ?? nights });
    }
  }
  return lines;
}

/** Splits « Lundi 23 : Pharmacie A, Pharmacie B », « 23/11/2026 ; Pharmacie A » or « Pharmacie A ; 23/11/2026 »; null for other lines. */
function splitNight(line: string, week: string) {
  const heading = /^([^:]+):(.+)$/.exec(line);
  const nights = heading === null ? null : readNights(heading[1] ?? '', week);
  if (heading !== null && nights !== null) {
    return { nights, names: (heading[2] ?? '').split(/[,;]/), isHeading: true };
  }
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
  const [first = '', ...rest] = cells;
  const last = rest.pop() ?? '';
  const leading = readNights(first, week);
  if (leading !== null && last !== '') {
    return { nights: leading, names: [...rest, last], isHeading: false };
  }
  const trailing = readNights(last, week);
  return trailing === null
    ? null
    : { nights: trailing, names: [[first, ...rest].join(', ')], isHeading: false };
}

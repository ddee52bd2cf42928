import { addDays, isDay } from '../../contract/dates.ts';
import { searchText } from '../../medications/search-text.ts';

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

/** Dates as people write them, in `searchText`: a number, and a month unless it follows. */
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
const range = /^(?:du )?(?<first>.+?) au (?<last>.+)$/;

/**
 * The nights that a text names, such as « Nuit du lundi 23 novembre », « 23/11/2026 », « lundi » or « Semaine du 23 au 29 novembre »;
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

/** Whether a text is meant as a night, even if its date cannot be read. */
export function isLikeNight(text: string): boolean {
  return likeNight.test(searchText(text));
}

/** The first day of a range, « 23 » before « 29 novembre ». */
function readFirst(words: string, last: string, week: string): string | null {
  const day = new RegExp(`^(?:${weekday} )?(\\d{1,2})(?:er)?$`).exec(words)?.[1];
  if (day === undefined) return readDate(words, week);
  const within = Array.from({ length: MAX_NIGHTS }, (_, index) => addDays(last, -index));
  return within.find((date) => Number(date.slice(8)) === Number(day)) ?? null;
}

const MAX_NIGHTS = 31;

/** Both included, except that a week from one Monday to the next has seven nights. */
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

/** Null also for a date that does not fall on the weekday before it: one of the two is wrong. */
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
  const dates = years.map((one) => `${one}-${inYear}`).filter(isDay);
  const far = (date: string) => Math.abs(Date.parse(date) - Date.parse(week));
  return dates.sort((one, other) => far(one) - far(other))[0] ?? null;
}

const two = (digits: string) => digits.padStart(2, '0');

function yearsAround(week: string): string[] {
  const year = Number(week.slice(0, 4));
  return [year - 1, year, year + 1].map(String);
}

function weekdayOf(date: string): string {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? '';
}

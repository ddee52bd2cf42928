import { dateRange } from '@amasin/domain/orders/listing/date-range.ts';
import { TIME_ZONE } from '../../lib/format/moment.ts';

export type DateChoice = { value: string; label: string };

// Swedish writes dates as ISO does.
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: TIME_ZONE });
const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: TIME_ZONE });
const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: TIME_ZONE });

const DAY_MS = 24 * 3600_000;

/** The day in Benin, `2026-11-20`. */
export function dayOf(at: Date): string {
  return isoDay.format(at);
}

/** What is asked for most, as beginnings of an ISO date: the server matches orders by them. */
export function dateChoices(now: Date): DateChoice[] {
  const today = dayOf(now);
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  const thisMonth = today.slice(0, 7);
  const lastMonth = monthBefore(thisMonth);
  return [
    { value: today, label: 'Aujourd’hui' },
    { value: yesterday, label: 'Hier' },
    { value: thisMonth, label: describeDate(thisMonth) },
    { value: lastMonth, label: describeDate(lastMonth) },
    { value: today.slice(0, 4), label: describeDate(today.slice(0, 4)) },
  ];
}

/** « 20 novembre 2026 », « novembre 2026 » or « année 2026 », for the beginning of an ISO date. */
export function describeDate(prefix: string): string {
  const range = dateRange(prefix);
  if (range === null) return prefix;
  if (prefix.length === 4) return `année ${prefix}`;
  return (prefix.length === 7 ? month : day).format(range.from);
}

function monthBefore(yearMonth: string): string {
  const [year = 0, number = 1] = yearMonth.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

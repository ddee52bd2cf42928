import { addDays, dateRange, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { TIME_ZONE } from '@amasin/domain/contract/format.ts';

export type UsualDate = { value: string; label: string };

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: TIME_ZONE });
const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: TIME_ZONE });

/** The dates filtered by most often, as prefixes of an ISO date: the server matches orders by prefix. */
export function usualDates(now: Date): UsualDate[] {
  const today = dayInBenin(now);
  const yesterday = addDays(today, -1);
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

/** « 20 novembre 2026 », « novembre 2026 » or « année 2026 », from the prefix of an ISO date. */
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

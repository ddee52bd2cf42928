import { addDays, dateRange, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { onceUsed, TIME_ZONE } from '@amasin/domain/contract/format.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { quoted } from '../lib/format.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';

type UsualDate = { value: string; label: string };

const month = onceUsed(
  () => new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: TIME_ZONE }),
);
const day = onceUsed(() => new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: TIME_ZONE }));

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
  return (prefix.length === 7 ? month() : day()).format(range.from);
}

function monthBefore(yearMonth: string): string {
  const [year = 0, number = 1] = yearMonth.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** Search param of the open order; notifications link to it. */
export const ORDER = 'order';

export const orderFilters = searchParamFilters({
  /** `all` where the list shows at first what is to be done. */
  state: readers.oneOf([...orderStates, 'all']),
  deliveryPerson: readers.id,
  pharmacy: readers.id,
  /** Prefix of an ISO date. */
  date: (text) => (dateRange(text) === null ? '' : text),
  /** For supervisors: only orders past the promised time. */
  late: readers.oneOf(['true']),
  /** Part of the number or of a name. */
  q: readers.text(100),
});

export type OrderFilters = typeof orderFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters(
  filters: OrderFilters,
  reader: UserType,
  names: { deliveryPerson?: string | undefined; pharmacy?: string | undefined } = {},
): string[] {
  const { state, date, q } = filters;
  const texts: string[] = [];
  if (state !== '' && state !== 'all') texts.push(orderStateLabel(state, reader));
  if (filters.late !== '') texts.push('En retard');
  if (filters.deliveryPerson !== '') texts.push(`Livreur : ${names.deliveryPerson ?? 'autre'}`);
  if (filters.pharmacy !== '') texts.push(`Pharmacie : ${names.pharmacy ?? 'autre'}`);
  if (date !== '') texts.push(describeDate(date));
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  return texts;
}

/** The chip of a list that shows at first what is to be done: filters and the search apply to all orders. */
export const chipOf = ({ state }: OrderFilters, isFiltered: boolean) =>
  isFiltered && state === '' ? 'all' : state;

/** Texts of a list in which no order matches the filters. */
export const noMatch = { title: 'Aucune commande ne correspond' };

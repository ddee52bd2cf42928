import { dateRange } from '@amasin/domain/contract/dates.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { quoted } from '../../lib/format.ts';
import { readers, searchParamFilters } from '../../ui/search-param-filters.ts';
import { describeDate } from './dates.ts';

export const orderFilters = searchParamFilters({
  /** `all` where the list shows at first what is to be done. */
  state: readers.oneOf([...orderStates, 'all']),
  deliveryPerson: readers.id,
  /** Prefix of an ISO date. */
  date: (text) => (dateRange(text) === null ? '' : text),
  /** Of supervisors: only orders past the promised time. */
  late: readers.oneOf(['true']),
  /** Part of the number or of the customer's name. */
  q: readers.text(100),
});

export type OrderFilters = typeof orderFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters(filters: OrderFilters, reader: UserType, deliveryPerson?: string): string[] {
  const { state, date, q } = filters;
  const texts: string[] = [];
  if (state !== '' && state !== 'all') texts.push(orderStateLabel(state, reader));
  if (filters.late !== '') texts.push('En retard');
  if (filters.deliveryPerson !== '') texts.push(`Livreur : ${deliveryPerson ?? 'autre'}`);
  if (date !== '') texts.push(describeDate(date));
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  return texts;
}

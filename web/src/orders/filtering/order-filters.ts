import { dateRange } from '@amasin/domain/contract/dates.ts';
import { orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { quoted } from '../../lib/format/text.ts';
import { addressFilters, readers } from '../../ui/listing/filters/address-filters.ts';
import { describeDate } from './dates.ts';

export const orderFilters = addressFilters({
  state: readers.oneOf(orderStates),
  deliveryPerson: readers.id,
  /** Prefix of an ISO date. */
  date: (text) => (dateRange(text) === null ? '' : text),
  /** Part of the number or of the customer's name. */
  q: readers.text(100),
});

export type OrderFilters = typeof orderFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters(filters: OrderFilters, reader: UserType, deliveryPerson?: string): string[] {
  const { state, date, q } = filters;
  const words: string[] = [];
  if (state !== '') words.push(orderStateLabel(state, reader));
  if (filters.deliveryPerson !== '') words.push(`Livreur : ${deliveryPerson ?? 'autre'}`);
  if (date !== '') words.push(describeDate(date));
  if (q.trim() !== '') words.push(quoted(q.trim()));
  return words;
}

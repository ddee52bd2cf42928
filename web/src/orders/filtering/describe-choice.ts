import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { quoted } from '../../lib/format/text.ts';
import { describeDate } from './date-choice.ts';
import type { OrderChoice } from './order-choice.ts';

/** The filters that are on, in words for the reader; empty when nothing is filtered. */
export function describeChoice(choice: OrderChoice, reader: UserType, deliveryPerson?: string): string[] {
  const { state, date, q } = choice;
  const words: string[] = [];
  if (state !== '') words.push(orderStateLabel(state, reader));
  if (choice.deliveryPerson !== '') words.push(`Livreur : ${deliveryPerson ?? 'autre'}`);
  if (date !== '') words.push(describeDate(date));
  if (q.trim() !== '') words.push(quoted(q.trim()));
  return words;
}

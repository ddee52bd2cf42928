import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { Money } from './Money.tsx';

/** The amount of a line of a prescription. While it is not checked, which counts as 0, words in its place. */
export function LineAmount({ price, quantity, review }: Pick<OrderItem, 'price' | 'quantity' | 'review'>) {
  if (price > 0) return <Money amount={price * quantity} />;
  return <span>{review === 'waiting' ? 'à vérifier' : '–'}</span>;
}

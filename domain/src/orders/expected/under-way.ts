import type { Order } from '../order.ts';

type Facts = Pick<Order, 'state' | 'allowedActions'>;

/** What the customer has to do comes first, then what arrives soonest. */
function rankOf({ state, allowedActions }: Facts): number | null {
  if (state === 'delivering') return 1;
  if (state === 'pending') return 2;
  if (state !== 'pre-treatment') return null;
  return allowedActions.includes('pay') || allowedActions.includes('replace-photo') ? 0 : 3;
}

/** The orders that are not delivered yet, the most urgent first; of equal ones in the given order. */
export function underWay<T extends Facts>(orders: readonly T[]): T[] {
  return orders
    .flatMap((order) => {
      const rank = rankOf(order);
      return rank === null ? [] : [{ order, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ order }) => order);
}

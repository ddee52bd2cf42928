import type { Order } from '@amasin/domain/orders/order.ts';

export type Clock = {
  /** Minutes since the payment. */
  minutes: number;
  /** From half of the promised time `soon`, from three quarters `urgent`. */
  level: 'calm' | 'soon' | 'urgent' | 'late';
};

/** How long the customer has waited; null for an order that is not paid, or no longer awaited. */
export function clockOf(order: Pick<Order, 'state' | 'paidAt' | 'promisedAt'>, now: Date): Clock | null {
  const { state, paidAt, promisedAt } = order;
  if (paidAt === null || promisedAt === null || (state !== 'pending' && state !== 'delivering')) return null;
  const paid = Date.parse(paidAt);
  const waited = Math.max(0, now.getTime() - paid);
  const part = waited / (Date.parse(promisedAt) - paid);
  const level = part > 1 ? 'late' : part >= 0.75 ? 'urgent' : part >= 0.5 ? 'soon' : 'calm';
  return { minutes: Math.floor(waited / 60_000), level };
}

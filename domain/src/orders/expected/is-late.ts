import type { Order } from '../order.ts';

/** Whether an order is past the time at which its customer expects it. */
export function isLate({ expectedAt }: Pick<Order, 'expectedAt'>, now: Date): boolean {
  return expectedAt !== null && now.getTime() > Date.parse(expectedAt);
}

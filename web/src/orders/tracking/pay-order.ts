import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/api/call.ts';

/** Says that a pre-treated order has been paid (SPEC 7). Throws 402 until the provider confirms it. */
export function payOrder(id: string, transactionId: string, amount: number): Promise<Order> {
  const body = { transactionId, state: 'pending', finalAmount: amount };
  return call(orderEndpoints.changeOrder, { params: { id }, body }).then(({ order }) => order);
}

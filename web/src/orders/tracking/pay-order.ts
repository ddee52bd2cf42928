import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/call.ts';

/** Marks a pre-treated order as paid. @throws 402 until the provider has confirmed it */
export function payOrder(id: string, transactionId: string, amount: number): Promise<Order> {
  const body = { transactionId, state: 'pending', finalAmount: amount };
  return call(orderEndpoints.changeOrder, { params: { id }, body }).then(({ order }) => order);
}

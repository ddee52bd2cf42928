import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/api/call.ts';
import type { OrderBody } from './draft/to-order.ts';

/** Asks for the order of a transaction; the same transaction always answers the same order. Throws 402 until it is paid. */
export function placeOrder(order: OrderBody, transactionId: string): Promise<Order> {
  return call(
    orderEndpoints.placeOrder,
    { body: { ...order, transactionId } },
    { idempotencyKey: `place:${transactionId}` },
  ).then((answer) => answer.order);
}

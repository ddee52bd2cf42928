import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/call.ts';
import { randomName } from '../../lib/stored.ts';
import type { OrderBody } from './draft/to-order.ts';

/** Creates the order of a photograph, which is paid later (rule 7): one order per photograph, however often it is sent. */
export function placePhotographed(order: OrderBody, fileKey: string): Promise<Order> {
  const body = { ...order, prescription: { type: 'physical' as const, url: fileKey } };
  return call(orderEndpoints.placeOrder, { body }, { idempotencyKey: `photo:${fileKey}` }).then(
    (response) => response.order,
  );
}

/** Creates an order whose card is checked before it is paid (rule 40): the same order, however often it is sent. */
export function placeAwaitingCard(order: OrderBody): Promise<Order> {
  return call(orderEndpoints.placeOrder, { body: order }, { idempotencyKey: randomName() }).then(
    (response) => response.order,
  );
}

/** Creates the order of a transaction, idempotently. @throws 402 until it is paid */
export function placeOrder(order: OrderBody, transactionId: string): Promise<Order> {
  return call(
    orderEndpoints.placeOrder,
    { body: { ...order, transactionId } },
    { idempotencyKey: `place:${transactionId}` },
  ).then((response) => response.order);
}

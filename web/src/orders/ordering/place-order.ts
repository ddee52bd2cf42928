import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { withHealthConsent } from '../../lib/consent.ts';
import { randomName } from '../../lib/stored.ts';
import type { OrderBody } from './to-order.ts';

/** Creates the order of a photograph, which is paid later (rule 7): one order per photograph, however often it is sent. */
export function placePhotographed(order: OrderBody, fileKey: string): Promise<Order> {
  const body = { ...order, prescription: { type: 'physical' as const, url: fileKey } };
  return call(orderEndpoints.placeOrder, { body }, { idempotencyKey: `photo:${fileKey}` }).then(
    (response) => response.order,
  );
}

/**
 * Creates an order whose card is checked (rule 40), or about which pharmacies are asked (rule 64), before it is paid: the same order,
 * however often it is sent.
 */
function placeUnpaid(order: OrderBody): Promise<Order> {
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

type Input = {
  /** `isAsked`: pharmacies are asked about it. */
  onPlaced: (orderId: string, isAsked: boolean) => void;
  onRefused: (error: unknown) => void;
};

/** Places an order that is paid later: its photographed prescription is read first, its insurance card checked, or pharmacies are asked. */
export function useUnpaidOrder({ onPlaced, onRefused }: Input) {
  const [isPlacing, setIsPlacing] = useState(false);
  const place = async (send: () => Promise<Order>, isAsked = false) => {
    setIsPlacing(true);
    try {
      onPlaced((await withHealthConsent(send))._id, isAsked);
    } catch (error) {
      onRefused(error);
    } finally {
      setIsPlacing(false);
    }
  };
  return {
    isPlacing,
    placePhotographed: (order: OrderBody, fileKey: string) => place(() => placePhotographed(order, fileKey)),
    placeAwaitingCard: (order: OrderBody) => place(() => placeUnpaid(order)),
    placeAsked: (order: OrderBody) => place(() => placeUnpaid(order), true),
  };
}

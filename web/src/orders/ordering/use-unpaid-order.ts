import type { Order } from '@amasin/domain/orders/order.ts';
import { useState } from 'react';
import type { OrderBody } from './draft/to-order.ts';
import { placeAwaitingCard, placePhotographed } from './place-order.ts';

type Input = {
  onPlaced: (orderId: string) => void;
  onRefused: (error: unknown) => void;
};

/** Places an order that is paid later: its photographed prescription is read first, or its insurance card checked. */
export function useUnpaidOrder({ onPlaced, onRefused }: Input) {
  const [isPlacing, setIsPlacing] = useState(false);
  const place = async (send: () => Promise<Order>) => {
    setIsPlacing(true);
    try {
      onPlaced((await send())._id);
    } catch (error) {
      onRefused(error);
    } finally {
      setIsPlacing(false);
    }
  };
  return {
    isPlacing,
    placePhotographed: (order: OrderBody, fileKey: string) => place(() => placePhotographed(order, fileKey)),
    placeAwaitingCard: (order: OrderBody) => place(() => placeAwaitingCard(order)),
  };
}

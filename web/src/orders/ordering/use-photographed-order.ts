import { useState } from 'react';
import type { OrderBody } from './draft/to-order.ts';
import { placePhotographed } from './place-order.ts';

type Input = {
  onPlaced: (orderId: string) => void;
  onRefused: (error: unknown) => void;
};

/** Places the order of a photographed prescription, which is paid later. */
export function usePhotographedOrder({ onPlaced, onRefused }: Input) {
  const [isPlacing, setIsPlacing] = useState(false);
  return {
    isPlacing,
    place: async (order: OrderBody, fileKey: string) => {
      setIsPlacing(true);
      try {
        onPlaced((await placePhotographed(order, fileKey))._id);
      } catch (error) {
        onRefused(error);
      } finally {
        setIsPlacing(false);
      }
    },
  };
}

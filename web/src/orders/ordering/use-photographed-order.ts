import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import type { OrderBody } from './draft/to-order.ts';

type Input = {
  onPlaced: (orderId: string) => void;
  onRefused: (error: unknown) => void;
};

/** Places the order of a photographed prescription, which is paid later (RULES 7). */
export function usePhotographedOrder({ onPlaced, onRefused }: Input) {
  const [isPlacing, setIsPlacing] = useState(false);
  return {
    isPlacing,
    place: async (order: OrderBody, fileKey: string) => {
      setIsPlacing(true);
      try {
        // One order per photograph, across retries.
        const idempotencyKey = `photo:${fileKey}`;
        const response = await call(orderEndpoints.placeOrder, { body: order }, { idempotencyKey });
        onPlaced(response.order._id);
      } catch (error) {
        onRefused(error);
      } finally {
        setIsPlacing(false);
      }
    },
  };
}

import type { Order } from '@amasin/domain/orders/order.ts';
import { useMemo } from 'react';
import { useSender } from '../../lib/outbox.ts';
import { toast } from '../../lib/toast.tsx';
import { useSession } from '../../session/session-context.ts';
import { useInvalidateOrders } from '../api.ts';
import { type Move, movesOf } from './moves.ts';

/** Sends the moves of the signed-in courier while they are on any of their pages. */
export function MoveSender() {
  const invalidateOrders = useInvalidateOrders();
  const box = movesOf(useSession().user?._id ?? '');
  const sender = useMemo(
    () => ({
      onSent: (order: Order, sent: Move) => {
        // One toast for all that waited for the network.
        const isLast = box
          .read()
          .every(({ id, state, refusal }) => id === sent.id || state === 'held' || refusal !== null);
        if (isLast && !('waits' in sent))
          toast.success('reason' in sent ? 'Le superviseur est prévenu' : 'Statut mis à jour avec succès');
        void invalidateOrders(order);
      },
      // Another user may have changed the order.
      onRefused: () => void invalidateOrders(),
    }),
    [box, invalidateOrders],
  );
  useSender(box, sender);
  return null;
}

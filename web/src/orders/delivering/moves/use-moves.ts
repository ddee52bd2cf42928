import type { Order } from '@amasin/domain/orders/order.ts';
import { useCallback } from 'react';
import { useUnsent } from '../../../lib/outbox.ts';
import { randomName } from '../../../lib/stored.ts';
import { useSession } from '../../../session/session-context.ts';
import { type Done, movesOf } from './moves.ts';

/** The unsent moves of the signed-in courier. `MoveSender` sends them. */
export function useMoves() {
  const box = movesOf(useSession().user?._id ?? '');
  const unsent = useUnsent(box);
  const add = useCallback(
    ({ _id: orderId, number }: Order, done: Done) =>
      box.add({ ...done, id: randomName(), orderId, number, at: new Date().toISOString() }),
    [box],
  );
  return { unsent, add, remove: box.remove };
}

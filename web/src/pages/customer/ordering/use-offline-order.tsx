import { useState } from 'react';
import { keepOrder } from '../../../layout/waiting/keep-order.ts';
import { toast } from '../../../lib/toast.tsx';
import type { Ordering } from '../../../orders/ordering/draft/use-ordering.ts';
import { OfflineOrder } from '../../../orders/ordering/offline/OfflineOrder.tsx';

/**
 * What an order does without a network: one with a photograph is stored and sent later, any other waits for its customer.
 * @param onKept called when it is stored
 */
export function useOfflineOrder(personId: string, { draft, order }: Ordering, onKept: () => void) {
  const [taps, setTaps] = useState(0);
  const isPhoto = draft.way === 'photo';
  return {
    hold: () => {
      if (!isPhoto) return setTaps((count) => count + 1);
      if (keepOrder(personId, draft, order)) onKept();
      else
        toast.error(
          'Ce fichier est trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.',
        );
    },
    view: <OfflineOrder isPhoto={isPhoto} taps={taps} />,
  };
}

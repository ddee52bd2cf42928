import { useState } from 'react';
import { toast } from '../../../lib/toast/toast.tsx';
import type { Ordering } from '../../../orders/ordering/draft/use-ordering.ts';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';

const loadNotice = () =>
  import('../../../orders/ordering/offline/OfflineOrder.tsx').then(({ OfflineOrder }) => OfflineOrder);
const loadKeep = () => import('../../../layout/waiting/keep-order.ts');

export const preloadOffline = () => Promise.all([loadNotice(), loadKeep()]);

/**
 * What an order does without a network: one with a photograph is stored and sent later, any other waits for its customer.
 * @param onKept called when it is stored
 */
export function useOfflineOrder(personId: string, { draft, order }: Ordering, onKept: () => void) {
  const [taps, setTaps] = useState(0);
  const isPhoto = draft.way === 'photo';
  return {
    hold: async () => {
      if (!isPhoto) return setTaps((count) => count + 1);
      const { keepOrder } = await loadKeep();
      if (keepOrder(personId, draft, order)) onKept();
      else
        toast.error(
          'Ce fichier est trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.',
        );
    },
    view: <LazyComponent load={loadNotice} height={0} props={{ isPhoto, taps }} />,
  };
}

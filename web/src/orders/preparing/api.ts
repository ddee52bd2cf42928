import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { call } from '../../lib/api/call.ts';
import { useOrderChange } from '../api.ts';

/** Sets whether the order is ready to be fetched. */
export function useMarkReady(id: string, onReady: () => void) {
  return useOrderChange({
    mutationFn: (ready: boolean) =>
      call(orderEndpoints.markReady, { params: { id }, body: { ready } }).then(({ order }) => order),
    done: 'Statut mis à jour avec succès',
    failed: 'Erreur lors de la mise à jour',
    onDone: ({ readyAt }) => {
      if (readyAt !== null) onReady();
    },
  });
}

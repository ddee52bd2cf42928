import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { call } from '../../lib/api/call.ts';
import { useOrderChange } from '../api.ts';

/** Moves one order on; of two phones at once, the second is told the order's state and shown it. */
export function useAdvanceOrder(id: string) {
  return useOrderChange({
    mutationFn: (status: OrderState) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status } }).then(({ order }) => order),
    done: 'Statut mis à jour avec succès',
    failed: 'Erreur lors de la mise à jour',
  });
}

import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { call } from '../../lib/api/call.ts';
import { useOrderChange } from '../api.ts';

/** Advances the order to its next state. When another phone has done so, the error names the current state and the order is reloaded. */
export function useAdvanceOrder(id: string) {
  return useOrderChange({
    mutationFn: (status: OrderState) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status } }).then(({ order }) => order),
    done: 'Statut mis à jour avec succès',
    failed: 'Erreur lors de la mise à jour',
  });
}

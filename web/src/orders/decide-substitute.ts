import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../lib/call.ts';
import { useOrderChange } from './api.ts';

/** Agrees to the medicine that is proposed instead of one that lacks, or declines it, as the order shows it. */
export function useDecideSubstitute({ _id: id, substitution }: Order) {
  return useOrderChange({
    mutationFn: (agree: boolean) =>
      call(orderEndpoints.decideSubstitute, {
        params: { id },
        body: { substitutionId: substitution?._id ?? '', agree },
      }).then(({ order }) => order),
    done: 'Réponse envoyée',
    failed: 'Erreur lors de l’envoi',
  });
}

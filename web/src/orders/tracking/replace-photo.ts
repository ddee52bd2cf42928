import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { call } from '../../lib/call.ts';
import { useOrderChange } from '../api.ts';

/** Gives the order another photograph. */
export function useReplacePhoto(id: string) {
  return useOrderChange({
    mutationFn: (url: string) =>
      call(orderEndpoints.replacePhoto, { params: { id }, body: { url } }).then(({ order }) => order),
    done: 'Photo envoyée',
    failed: 'Erreur lors de la mise à jour',
  });
}

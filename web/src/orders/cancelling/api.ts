import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { call } from '../../lib/api/call.ts';
import { useOrderChange } from '../api.ts';

type Reason = HandlerInput<typeof orderEndpoints.advanceOrder>['body']['reason'];

/** Cancels an order that is not paid; staff give the reason. */
export function useCancelOrder(id: string) {
  return useOrderChange({
    mutationFn: (reason: Reason) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: 'cancelled', reason } }).then(
        ({ order }) => order,
      ),
    done: 'Commande annulée',
    failed: 'Erreur lors de l’annulation',
  });
}

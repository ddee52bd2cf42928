import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { call } from '../../lib/call.ts';
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

type Shortage = HandlerInput<typeof orderEndpoints.reportShortage>['body'];

/** Tells the supervisors why the order cannot be prepared. */
export function useReportShortage(id: string) {
  return useOrderChange({
    mutationFn: (body: Shortage) =>
      call(orderEndpoints.reportShortage, { params: { id }, body }).then(({ order }) => order),
    done: 'Le superviseur est prévenu',
    failed: 'Erreur lors de la mise à jour',
  });
}

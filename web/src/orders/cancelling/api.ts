import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { CancelDecline, CancelRequestReason, StaffCancelReason } from '@amasin/domain/orders/reasons.ts';
import { call } from '../../lib/call.ts';
import { useOrderChange } from '../api.ts';

type Reason = HandlerInput<typeof orderEndpoints.advanceOrder>['body']['reason'];

/** Cancels an order that is not paid; supervisors give the reason. */
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

/** A supervisor cancels a paid order without a request of its customer. */
export function useCancelPaid(id: string) {
  return useOrderChange({
    mutationFn: (body: { reason: StaffCancelReason; note: string | null }) =>
      call(orderEndpoints.cancelPaid, { params: { id }, body }).then(({ order }) => order),
    done: 'Commande annulée',
    failed: 'Erreur lors de l’annulation',
  });
}

/** The customer asks to cancel a paid order. */
export function useAskCancel(id: string) {
  return useOrderChange({
    mutationFn: (reason: CancelRequestReason) =>
      call(orderEndpoints.askCancel, { params: { id }, body: { reason } }).then(({ order }) => order),
    done: 'Demande envoyée',
    failed: 'Erreur lors de l’annulation',
  });
}

/** A supervisor declines for a reason, or accepts with null. */
export function useDecideCancel(id: string) {
  return useOrderChange({
    mutationFn: (declined: CancelDecline | null) =>
      call(orderEndpoints.decideCancel, { params: { id }, body: { declined } }).then(({ order }) => order),
    done: 'Décision enregistrée',
    failed: 'Erreur lors de la sauvegarde',
  });
}

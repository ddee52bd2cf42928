import type { Order } from '@amasin/domain/orders/order.ts';
import { cancelReasonLabels, staffCancelReasons } from '@amasin/domain/orders/reasons.ts';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useCancelOrder } from './api.ts';

/** « Annuler la commande » for supervisors: the reason is told to the customer. */
export function CancelForReason({ order }: { order: Order }) {
  const cancel = useCancelOrder(order._id);
  if (!order.allowedActions.includes('cancel')) return null;
  return (
    <ReasonDetails
      summary="Annuler la commande"
      reasons={staffCancelReasons}
      labels={cancelReasonLabels}
      pending={cancel.isPending}
      onChoose={(reason) => cancel.mutate(reason)}
    >
      Le client en est prévenu.
    </ReasonDetails>
  );
}

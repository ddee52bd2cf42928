import type { Order } from '@amasin/domain/orders/order.ts';
import {
  cancelDeclinesTold,
  cancelRequestLabels,
  cancelRequestReasons,
} from '@amasin/domain/orders/reasons.ts';
import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useAskCancel } from './api.ts';

/** For the customer of a paid order: asks to cancel it with a reason, or what became of that. */
export function AskCancel({ order }: { order: Order }) {
  const ask = useAskCancel(order._id);
  const request = order.cancelRequest;
  if (request?.declined)
    return (
      <Notice tone="blue" icon={IconInfoCircle} role="status" title="Votre commande n’est pas annulée">
        {`${upperCase(cancelDeclinesTold[request.declined])}.`}
      </Notice>
    );
  if (request)
    return (
      <Notice tone="amber" icon={IconClock} role="status" title="Annulation demandée">
        Notre équipe vous répond. Tant que la livraison n’a pas commencé, votre commande peut être annulée et
        remboursée.
      </Notice>
    );
  if (!order.allowedActions.includes('ask-cancel')) return null;
  return (
    <ReasonDetails
      summary="Demander l’annulation"
      reasons={cancelRequestReasons}
      labels={cancelRequestLabels}
      pending={ask.isPending}
      onChoose={(reason) => ask.mutate(reason)}
    >
      Notre équipe vous répond. Si elle accepte, vous êtes remboursé.
    </ReasonDetails>
  );
}

const upperCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

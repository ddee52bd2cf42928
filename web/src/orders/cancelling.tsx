import { firstUpper } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  type CancelRequestReason,
  cancelDeclinesForCustomer,
  cancelReasonLabels,
  cancelRequestLabels,
  cancelRequestReasons,
  type StaffCancelReason,
  staffCancelReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Button } from '@mantine/core';
import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { HeldNotice, useHeld } from '../ui/held.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useAskCancel, useCancelOrder } from './api.ts';

/** For the customer of a paid order: asks to cancel it with a reason, or what became of that. */
export function AskCancel({ order }: { order: Order }) {
  const ask = useAskCancel(order._id);
  const asking = useHeld<CancelRequestReason>((reason) => ask.mutate(reason));
  const request = order.cancelRequest;
  if (request?.declined)
    return (
      <Notice tone="blue" icon={IconInfoCircle} role="status" title="Votre commande n’est pas annulée">
        {`${firstUpper(cancelDeclinesForCustomer[request.declined])}.`}
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
  if (asking.value !== null) return <HeldNotice what="Annulation demandée" onUndo={asking.undo} />;
  return (
    <ReasonDetails
      summary="Demander l’annulation"
      reasons={cancelRequestReasons}
      labels={cancelRequestLabels}
      pending={ask.isPending}
      onChoose={asking.hold}
    >
      Notre équipe vous répond. Si elle accepte, vous êtes remboursé.
    </ReasonDetails>
  );
}

/** « Annuler la commande » for supervisors: the reason is told to the customer. */
export function CancelForReason({ order }: { order: Order }) {
  const cancel = useCancelOrder(order._id);
  const cancelling = useHeld<StaffCancelReason>((reason) => cancel.mutate(reason));
  if (!order.allowedActions.includes('cancel')) return null;
  if (cancelling.value !== null) return <HeldNotice what="Commande annulée" onUndo={cancelling.undo} />;
  return (
    <ReasonDetails
      summary="Annuler la commande"
      reasons={staffCancelReasons}
      labels={cancelReasonLabels}
      pending={cancel.isPending}
      onChoose={cancelling.hold}
    >
      Le client en est prévenu.
    </ReasonDetails>
  );
}

type Props = {
  order: Order;
  onCancelled: () => void;
};

/** Cancels the customer's own order, after a confirmation. */
export function CancelOrder({ order, onCancelled }: Props) {
  const { value, open, close } = useDialogUrl('annuler');
  const cancel = useCancelOrder(order._id);
  if (!order.allowedActions.includes('cancel')) return null;
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => open(order._id)}>
        Annuler la commande
      </Button>
      <ConfirmDialog
        opened={value === order._id}
        onClose={close}
        question="Annuler cette commande ?"
        confirmLabel="L’annuler"
        closeLabel="La garder"
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: onCancelled, onSettled: close })}
      >
        {`${order.number} n’est pas payée : vous ne devrez rien.`}
      </ConfirmDialog>
    </>
  );
}

import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useCancelOrder } from './api.ts';

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

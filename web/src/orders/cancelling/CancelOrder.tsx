import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useCancelOrder } from './api.ts';

type Props = {
  order: Order;
  onCancelled: () => void;
};

/** Cancels the customer's own order, after a confirmation. */
export function CancelOrder({ order, onCancelled }: Props) {
  const [opened, setOpened] = useState(false);
  const cancel = useCancelOrder(order._id);
  const close = () => setOpened(false);
  if (!order.allowedActions.includes('cancel')) return null;
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpened(true)}>
        Annuler la commande
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        question="Annuler cette commande ?"
        confirmLabel="L’annuler"
        closeLabel="La garder"
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: onCancelled, onSettled: close })}
      >
        {order.number} n’est pas payée : vous ne devrez rien.
      </ConfirmDialog>
    </>
  );
}

import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconMotorbike } from '@tabler/icons-react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useDialogUrl } from '../../ui/dialog/use-dialog-url.ts';
import { useAdvanceOrder } from './api.ts';
import styles from './DeliveryCard.module.css';

type Props = { order: Order; onMoved: () => void };

/** The button for the next state of the order. */
export function NextMove({ order, onMoved }: Props) {
  const advance = useAdvanceOrder(order._id);
  const confirming = useDialogUrl('delivered');
  const { allowedActions, state } = order;

  if (allowedActions.includes('start-delivery'))
    return (
      <Button
        classNames={{ root: styles.move, label: styles.moveLabel }}
        fullWidth
        color="soleil"
        leftSection={<IconMotorbike size={24} aria-hidden="true" />}
        loading={advance.isPending}
        onClick={() => advance.mutate('delivering')}
      >
        Commencer la livraison
      </Button>
    );
  if (allowedActions.includes('mark-delivered'))
    return (
      <>
        <Button
          classNames={{ root: styles.move, label: styles.moveLabel }}
          fullWidth
          color="soleil"
          leftSection={<IconCircleCheck size={24} aria-hidden="true" />}
          loading={advance.isPending}
          onClick={() => confirming.open(order._id)}
        >
          Marquer comme livrée
        </Button>
        <ConfirmDialog
          opened={confirming.value === order._id}
          onClose={confirming.close}
          question="Marquer comme livrée ?"
          confirmLabel="Confirmer"
          pending={advance.isPending}
          onConfirm={() => advance.mutate('delivered', { onSuccess: onMoved, onSettled: confirming.close })}
        >
          {order.number}, remise à {order.customer.name}
        </ConfirmDialog>
      </>
    );
  return state === 'pending' ? <Text c="dimmed">Une pharmacie doit d’abord être assignée.</Text> : null;
}

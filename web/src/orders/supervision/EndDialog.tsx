import type { Order } from '@amasin/domain/orders/order.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useEndOrder } from './api.ts';

type Props = { order: Order; opened: boolean; onClose: () => void };

export function EndDialog({ order, opened, onClose }: Props) {
  const end = useEndOrder();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Terminer cette commande ?"
      confirmLabel="Terminer"
      pending={end.isPending}
      onConfirm={() => end.mutate(order._id, { onSettled: onClose })}
    >
      {order.number} · {order.customer.name} · {formatMoney(order.finalAmount)} payés
    </ConfirmDialog>
  );
}

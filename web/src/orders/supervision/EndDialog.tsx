import type { Order } from '@amasin/domain/orders/order.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useEndOrder } from './api.ts';

type Props = { order: Order; opened: boolean; onClose: () => void };

/** Closes by itself once the order can no longer be ended; stays, to be tried again, when the line failed. */
export function EndDialog({ order, opened, onClose }: Props) {
  const end = useEndOrder();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Terminer cette commande ?"
      confirmLabel="Terminer"
      pending={end.isPending}
      onConfirm={() => end.mutate(order._id)}
    >
      {order.number} · {order.customer.name} · {formatMoney(order.finalAmount)} payés
    </ConfirmDialog>
  );
}

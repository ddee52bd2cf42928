import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useEndOrder } from './api.ts';

type Props = { order: Order; opened: boolean; onClose: () => void };

/** Asks before an order ends, in the list as beside it; stays open for a retry when the request failed. */
export function EndDialog({ order, opened, onClose }: Props) {
  const end = useEndOrder();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Terminer cette commande ?"
      confirmLabel="Terminer"
      pending={end.isPending}
      onConfirm={() => end.mutate(order._id, { onSuccess: onClose })}
    >
      {`${order.number} · ${order.customer.name} · ${formatMoney(order.finalAmount)} payés`}
    </ConfirmDialog>
  );
}

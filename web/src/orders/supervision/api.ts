import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { useRefreshOrders } from '../api.ts';
import type { Role } from './roles.ts';

type Assignment = { order: Order; role: Role; userId: string };

/** Assigns, or replaces the one whom this screen shows; of two supervisors at once, the other is told who won. */
export function useAssignOrder() {
  const refresh = useRefreshOrders();
  return useMutation({
    mutationFn: ({ order, role, userId }: Assignment) => {
      const present = order[role];
      return call(orderEndpoints.assignOrder, {
        params: { id: order._id },
        body: { [role]: userId, ...(present === null ? {} : { replaces: present._id }) },
      });
    },
    onSuccess: ({ order }) => {
      toast.success('Commande assignée avec succès');
      void refresh(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, "Erreur lors de l'assignation"));
      void refresh();
    },
  });
}

/** delivered → ended; the server writes the benefits in the same transaction. */
export function useEndOrder() {
  const refresh = useRefreshOrders();
  return useMutation({
    mutationFn: (id: string) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: 'ended' } }),
    onSuccess: ({ order }) => {
      toast.success('Commande terminée');
      void refresh(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la finalisation'));
      void refresh();
    },
  });
}

import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { useInvalidateOrders } from '../api.ts';
import type { Role } from './roles.ts';

type Assignment = { order: Order; role: Role; userId: string };

/** Assigns, or replaces the one whom this screen shows; of two supervisors at once, the other is told who won. */
export function useAssignOrder() {
  const invalidate = useInvalidateOrders();
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
      void invalidate(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, "Erreur lors de l'assignation"));
      void invalidate();
    },
  });
}

/**
 * delivered → ended, then what its prescriber earned, as SPEC 4 has it: the server wrote that with the ending, so the
 * second call only reads it, and one that fails takes nothing away.
 */
export function useEndOrder() {
  const invalidate = useInvalidateOrders();
  return useMutation({
    mutationFn: (id: string) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: 'ended' } }),
    onSuccess: ({ order }) => {
      toast.success('Commande terminée');
      void invalidate(order);
      call(benefitEndpoints.calculateBenefits, { params: { id: order._id } }).then(
        () => toast.success('Bénéfices calculés'),
        () => null,
      );
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la finalisation'));
      void invalidate();
    },
  });
}

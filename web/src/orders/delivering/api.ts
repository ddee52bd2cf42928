import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { useInvalidateOrders } from '../api.ts';

/** Moves one order on. On two phones at once the second hears where the order stands, and sees it. */
export function useAdvanceOrder(id: string) {
  const invalidate = useInvalidateOrders();
  return useMutation({
    mutationFn: (state: OrderState) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: state } }),
    onSuccess: ({ order }) => {
      toast.success('Statut mis à jour avec succès');
      void invalidate(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la mise à jour'));
      void invalidate();
    },
  });
}

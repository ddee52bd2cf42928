import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { useInvalidateOrders } from '../api.ts';

export type WrittenItem = { medicationId: string; label: string; quantity: number; price: number };

type Saving = { order: Order; items: WrittenItem[] };
type Attaching = { order: Order; number: string };

/** Writes the items of an order, or corrects those that it has (RULES 20). */
export function useSaveItems() {
  return useTreatment(async ({ order, items }: Saving) => {
    const id = order.prescription?._id;
    if (order.allowedActions.includes('edit-prescription') && id != null) {
      await call(prescriptionEndpoints.updatePrescription, { params: { id }, body: { items } });
      return (await call(orderEndpoints.readOrder, { params: { id: order._id } })).order;
    }
    return writeInto(order, { type: 'numerical', items });
  });
}

/** Gives the order a prescription that exists. */
export function useAttachPrescription() {
  return useTreatment(({ order, number }: Attaching) => writeInto(order, { prescriptionNumber: number }));
}

async function writeInto({ _id: id }: Order, prescription: object): Promise<Order> {
  const { order } = await call(orderEndpoints.changeOrder, { params: { id }, body: { prescription } });
  return order;
}

function useTreatment<Input>(mutationFn: (input: Input) => Promise<Order>) {
  const invalidate = useInvalidateOrders();
  return useMutation({
    mutationFn,
    onSuccess: (order) => {
      toast.success('Ordonnance enregistrée');
      void invalidate(order);
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la mise à jour'));
      void invalidate();
    },
  });
}

/** A card looked at, or the tick taken back (RULES 35). */
export function useCheckInsurance(order: Order) {
  const invalidate = useInvalidateOrders();
  return useMutation({
    mutationFn: (verified: boolean) =>
      call(orderEndpoints.checkInsurance, { params: { id: order._id }, body: { verified } }),
    onSuccess: ({ order: changed }) => {
      toast.success('Statut mis à jour');
      void invalidate(changed);
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la mise à jour'));
      void invalidate();
    },
  });
}

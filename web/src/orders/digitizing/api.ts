import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { PhotoProblem } from '@amasin/domain/orders/reasons.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { call } from '../../lib/call.ts';
import { useOrderChange } from '../api.ts';
import type { ItemToSave } from './slots.ts';

type Saving = { order: Order; items: ItemToSave[] };
type Attaching = { order: Order; number: string };

/** Writes the items of an order, or corrects the existing ones. */
export function useSaveItems() {
  return usePrescriptionChange(async ({ order, items }: Saving) => {
    const id = order.prescription?._id;
    if (order.allowedActions.includes('edit-prescription') && id != null) {
      await call(prescriptionEndpoints.updatePrescription, { params: { id }, body: { items } });
      return (await call(orderEndpoints.readOrder, { params: { id: order._id } })).order;
    }
    return writeInto(order, { type: 'numerical', items });
  });
}

/** Attaches an existing prescription to the order. */
export function useAttachPrescription() {
  return usePrescriptionChange(({ order, number }: Attaching) =>
    writeInto(order, { prescriptionNumber: number }),
  );
}

async function writeInto({ _id: id }: Order, prescription: object): Promise<Order> {
  const { order } = await call(orderEndpoints.changeOrder, { params: { id }, body: { prescription } });
  return order;
}

function usePrescriptionChange<Input>(mutationFn: (input: Input) => Promise<Order>) {
  return useOrderChange({
    mutationFn,
    done: 'Ordonnance enregistrée',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Marks the insurance card as checked, or undoes it. */
export function useCheckInsurance({ _id: id }: Order) {
  return useOrderChange({
    mutationFn: (verified: boolean) =>
      call(orderEndpoints.checkInsurance, { params: { id }, body: { verified } }).then(({ order }) => order),
    done: 'Statut mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Asks the customer for another photograph. */
export function useRefusePhoto({ _id: id }: Order) {
  return useOrderChange({
    mutationFn: (reason: PhotoProblem) =>
      call(orderEndpoints.refusePhoto, { params: { id }, body: { reason } }).then(({ order }) => order),
    done: 'Le client est prévenu',
    failed: 'Erreur lors de la mise à jour',
  });
}

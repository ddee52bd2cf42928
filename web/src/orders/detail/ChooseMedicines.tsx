import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/call.ts';
import { useOrderChange } from '../api.ts';
import { ChoiceLines } from './Medicines.tsx';

/** The medicines of a read prescription, each of which the customer can leave out until the order is paid. */
export function ChooseMedicines({ order }: { order: Order }) {
  const choice = useOrderChange({
    mutationFn: (medications: string[]) =>
      call(orderEndpoints.leaveOut, { params: { id: order._id }, body: { medications } }).then(
        (response) => response.order,
      ),
    done: 'Montant mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
  return (
    <ChoiceLines
      taken={order.prescription?.items ?? []}
      leftOut={order.leftOut ?? []}
      last="Pour ne rien prendre, annulez la commande."
      isPending={choice.isPending}
      onChange={(medications) => {
        if (!choice.isPending) choice.mutate(medications);
      }}
    />
  );
}

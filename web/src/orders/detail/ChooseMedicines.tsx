import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { Choice } from '@amasin/domain/orders/split-lines.ts';
import { call } from '../../lib/call.ts';
import { useOrderChange } from '../api.ts';
import { ChoiceLines } from './ChoiceLines.tsx';

/** The medicines of a read prescription, each of which the customer can leave out until the order is paid. */
export function ChooseMedicines({ order }: { order: Order }) {
  const choice = useOrderChange({
    mutationFn: ({ leftOut, quantities = [] }: Choice) =>
      call(orderEndpoints.leaveOut, {
        params: { id: order._id },
        body: { medications: [...leftOut], ...(quantities.length > 0 && { quantities: [...quantities] }) },
      }).then((response) => response.order),
    done: 'Montant mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
  return (
    <ChoiceLines
      taken={order.prescription?.items ?? []}
      leftOut={order.leftOut ?? []}
      last="Pour ne rien prendre, annulez la commande."
      budget={{ deliveryFee: order.deliveryFee, rate: order.insuranceCard?.taux ?? 0 }}
      isPending={choice.isPending}
      onChange={(next) => {
        if (!choice.isPending) choice.mutate(next);
      }}
    />
  );
}

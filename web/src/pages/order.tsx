import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { messageOf, NETWORK_MESSAGE } from '../lib/api/api-error.ts';
import { toast } from '../lib/toast/toast.tsx';
import { findAgain } from '../medications/api.ts';
import { MedicationField } from '../medications/MedicationField.tsx';
import { orderKeys } from '../orders/keys.ts';
import { isSameOrder } from '../orders/ordering/draft/to-order.ts';
import { useOrdering } from '../orders/ordering/draft/use-ordering.ts';
import { OrderForm } from '../orders/ordering/OrderForm.tsx';
import { placeOrder } from '../orders/ordering/place-order.ts';
import { usePay } from '../payments/use-pay.tsx';
import { useSession } from '../session/session-context.ts';
import { statsKeys } from '../stats/api.ts';
import { useOnline } from '../ui/connection/use-online.ts';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../ui/feedback/ListSkeleton.tsx';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { useZones, zoneKeys } from '../zones/api.ts';
import { ZoneField } from '../zones/ZoneField.tsx';

export const meta = () => [{ title: 'Nouvelle commande · Amasin' }];

export default function NewOrder() {
  const { user } = useSession();
  return (
    <>
      <PageTitle title="Nouvelle commande" />
      {user === null ? null : <NewOrderOf key={user._id} user={user} />}
    </>
  );
}

function NewOrderOf({ user }: { user: User }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const online = useOnline();
  const zones = useZones();
  const onZonesStale = useCallback(
    () => void queries.invalidateQueries({ queryKey: zoneKeys.all }),
    [queries],
  );
  const ordering = useOrdering({
    personId: user._id,
    usualAddress: user.address,
    zones: zones.data,
    findAgain,
    onZonesStale,
  });

  const payment = usePay({
    personId: user._id,
    purpose: 'new',
    isLikely: true,
    complete: async ({ request, transactionId }) =>
      (await placeOrder(JSON.parse(request).order, transactionId))._id,
    onPaid: ({ orderId, payment: { request }, inDialog }) => {
      // What has been written since stays: another order may have been begun.
      if (isSameOrder(request, ordering.order)) ordering.clear();
      toast.success('Commande créée avec succès, nous vous reviendrons très vite !');
      void queries.invalidateQueries({ queryKey: orderKeys.all });
      void queries.invalidateQueries({ queryKey: statsKeys.all });
      navigate(`/tracking?order=${orderId}`, { replace: inDialog });
    },
    onRefused: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la création de la commande'));
      void ordering.refuse(error);
    },
  });

  if (zones.data === undefined) {
    if (online && !zones.isError) return <ListSkeleton rows={3} height={120} />;
    return (
      <ErrorState
        message={messageOf(zones.error, online ? 'Erreur lors du chargement des données' : NETWORK_MESSAGE)}
        kept="Votre commande en cours est gardée."
        onRetry={() => void zones.refetch()}
        retrying={zones.isFetching}
      />
    );
  }
  return (
    <OrderForm
      ordering={ordering}
      medicationField={<MedicationField error={ordering.errors.items} onPick={ordering.addMedicine} />}
      zoneField={
        <ZoneField
          zones={zones.data}
          zone={ordering.zone}
          sector={ordering.draft.sector}
          error={ordering.errors.zone}
          onPick={ordering.chooseZone}
          onLeave={() => void ordering.checkField('zone')}
        />
      }
      notice={payment.view}
      isPaying={payment.isOpening}
      onPay={() => payment.pay({ order: ordering.order })}
    />
  );
}

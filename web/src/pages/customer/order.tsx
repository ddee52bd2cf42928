import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAddresses } from '../../addresses/api.ts';
import { KeepPlace, PlaceChoices } from '../../addresses/PlaceChoices.tsx';
import { FilePicker } from '../../files/FilePicker.tsx';
import { useInsuranceCard } from '../../insurance/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { fetchCurrent } from '../../medications/api.ts';
import { MedicationField } from '../../medications/MedicationField.tsx';
import { LeftOut, useOrderAgain } from '../../orders/ordering/again.tsx';
import { OfflineOrder } from '../../orders/ordering/OfflineOrder.tsx';
import { OrderForm } from '../../orders/ordering/OrderForm.tsx';
import { placeOrder, useUnpaidOrder } from '../../orders/ordering/place-order.ts';
import { isDraftOf, isSameOrder } from '../../orders/ordering/to-order.ts';
import { useCodeInUrl } from '../../orders/ordering/use-code-in-url.ts';
import { useDraft } from '../../orders/ordering/use-draft.ts';
import { type Ordering, useOrdering } from '../../orders/ordering/use-order-form.ts';
import { PhotoPart } from '../../orders/ordering/What.tsx';
import { useIsWishing, WishedPharmacy } from '../../orders/ordering/WishedPharmacy.tsx';
import { keepOrder } from '../../orders/ordering/waiting-orders.ts';
import { usePay } from '../../payments/use-pay.tsx';
import { useFindPrescription, usePrescriptionLookup } from '../../prescriptions/api.ts';
import { CodeField } from '../../prescriptions/lookup/CodeField.tsx';
import { useSession } from '../../session/session-context.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback.tsx';
import { PageTitle } from '../../ui/text.tsx';
import { useZones } from '../../zones/api.ts';
import { ZoneField } from '../../zones/ZoneField.tsx';

/**
 * What an order does without a network: one with a photograph is stored and sent later, any other waits for its customer.
 * @param onKept called when it is stored
 */
export function useOfflineOrder(personId: string, { draft, order }: Ordering, onKept: () => void) {
  const [taps, setTaps] = useState(0);
  const isPhoto = draft.way === 'photo';
  return {
    hold: () => {
      if (!isPhoto) return setTaps((count) => count + 1);
      if (keepOrder(personId, draft, order)) onKept();
      else
        toast.error(
          'Ce fichier est trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.',
        );
    },
    view: <OfflineOrder isPhoto={isPhoto} taps={taps} />,
  };
}

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
  const card = useInsuranceCard();
  const kept = useAddresses();
  const stored = useDraft(user._id, user.address);
  const lookup = usePrescriptionLookup(stored.draft.way === 'code' ? stored.draft.code : '');
  const findPrescription = useFindPrescription();
  const onStale = useCallback(() => {
    for (const resource of ['zones', 'insurance', 'prescriptions'] as const)
      void invalidate(queries, resource);
  }, [queries]);
  const ordering = useOrdering({
    stored,
    zones: zones.data,
    prescription: lookup.prescription,
    card: card.data,
    findPrescription,
    fetchCurrent,
    onStale,
  });
  useCodeInUrl(ordering);
  const isWishing = useIsWishing(stored.draft);
  const again = useOrderAgain(ordering);
  const [isUploading, setIsUploading] = useState(false);

  const onPlaced = (orderId: string) => {
    toast.success('Commande créée avec succès, nous vous reviendrons très vite !');
    void invalidate(queries, 'orders');
    // Back leads to the dashboard, not to the form of an order that is placed. Navigating there would show it first.
    window.history.replaceState(window.history.state, '', '/dashboard');
    navigate(`/tracking?order=${orderId}`);
  };
  const onRefused = (error: unknown) => {
    toast.error(messageOf(error, 'Erreur lors de la création de la commande'));
    void ordering.refuse(error);
  };
  const payment = usePay({
    personId: user._id,
    purpose: 'new',
    basketId: ordering.draft.basketId,
    onRenamed: ordering.renameBasket,
    onAlreadyPaid: ordering.clear,
    isLikely: true,
    complete: async ({ transactionId }) => (await placeOrder(ordering.order, transactionId))._id,
    onPaid: ({ orderId, payment: { order: paid } }) => {
      // Another order may have been started since: its draft remains.
      if (isSameOrder(paid, ordering.order)) ordering.clear();
      else ordering.forgetPaid((draft) => isDraftOf(paid, draft));
      // The prescription is used now.
      void invalidate(queries, 'prescriptions');
      onPlaced(orderId);
    },
    onRefused,
  });
  const unpaid = useUnpaidOrder({
    onPlaced: (orderId) => {
      ordering.clear();
      onPlaced(orderId);
    },
    onRefused,
  });

  const offline = useOfflineOrder(user._id, ordering, () => {
    ordering.clear();
    toast.success('Commande gardée sur cet appareil : elle partira au retour du réseau.');
    navigate('/dashboard');
  });

  if (zones.data === undefined || again.isLoading) {
    if (online && zones.failureReason === null) return <ListSkeleton rows={3} height={120} />;
    return (
      <ErrorState
        message={messageOf(zones.failureReason, 'Erreur chargement initial')}
        reassurance="Votre commande en cours est gardée."
        onRetry={() => void zones.refetch()}
      />
    );
  }
  const { draft, errors, order } = ordering;
  const { fileKey } = draft;
  const place = { zone: draft.zoneId ?? '', sector: draft.sector, address: draft.address };
  const photoError = draft.way === 'photo' ? errors.what : undefined;
  return (
    <>
      {again.notice === null ? null : <LeftOut {...again.notice} />}
      {isWishing ? <WishedPharmacy wish={draft.wish} onWish={ordering.wishFor} /> : null}
      <OrderForm
        ordering={ordering}
        what={{
          medicines: (parts) => (
            <MedicationField
              personId={user._id}
              error={errors.what}
              {...parts}
              onPick={ordering.addMedicine}
            />
          ),
          photo: (
            <PhotoPart
              error={photoError}
              picker={
                <FilePicker
                  label="Photo de votre ordonnance ou de la boîte"
                  category="prescription"
                  value={fileKey}
                  onChange={ordering.attachFile}
                  error={photoError}
                  onBusyChange={setIsUploading}
                  keepFor={user._id}
                  path="what"
                />
              }
            />
          ),
          code: (
            <CodeField code={draft.code} onCode={ordering.writeCode} lookup={lookup} error={errors.what} />
          ),
        }}
        zoneField={
          <ZoneField
            zones={zones.data}
            zone={ordering.zone}
            sector={draft.sector}
            error={errors.zone}
            onPick={ordering.chooseZone}
            onLeave={() => void ordering.checkField('zone')}
          />
        }
        places={{
          choices:
            kept.data === undefined || kept.data.length === 0 ? null : (
              <PlaceChoices
                addresses={kept.data}
                zones={zones.data}
                present={place}
                onChoose={({ zone, sector, address }) =>
                  ordering.choosePlace({ zoneId: zone, sector, address })
                }
              />
            ),
          keep:
            kept.data === undefined || ordering.zone === null || draft.address.trim().length < 3 ? null : (
              <KeepPlace addresses={kept.data} place={place} />
            ),
        }}
        insurance={{
          card: card.data,
          failed: card.failureReason !== null || card.fetchStatus === 'paused',
          onRetry: () => void card.refetch(),
        }}
        prescribed={{ items: lookup.prescription?.items ?? [], readAt: lookup.readAt }}
        notice={
          <>
            {offline.view}
            {payment.view}
          </>
        }
        unsettled={draft.way === 'photo' ? null : payment.held}
        isUploading={isUploading}
        isSending={payment.isOpening || unpaid.isPlacing || lookup.isRefreshing}
        onSend={() => {
          if (ordering.waiting.length > 0) lookup.retry();
          else if (!online) offline.hold();
          else if (draft.way === 'photo') {
            if (fileKey !== null) void unpaid.placePhotographed(order, fileKey);
          } else if (ordering.isCardAwaited) void unpaid.placeAwaitingCard(order);
          else payment.pay({ order, basketId: draft.basketId });
        }}
      />
    </>
  );
}

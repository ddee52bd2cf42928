import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { LeftOut, useOrderAgain } from '../../orders/ordering/again.tsx';
import { OrderForm } from '../../orders/ordering/OrderForm.tsx';
import { useOfflineOrder } from '../../orders/ordering/offline.tsx';
import { placeOrder, useUnpaidOrder } from '../../orders/ordering/place-order.ts';
import { isDraftOf, isSameOrder } from '../../orders/ordering/to-order.ts';
import { useOrdering } from '../../orders/ordering/use-ordering.ts';
import { useIsWishing, WishedPharmacy } from '../../orders/ordering/WishedPharmacy.tsx';
import { useAskRelative } from '../../payments/use-ask-relative.tsx';
import { isAskedFirst, usePay } from '../../payments/use-pay.tsx';
import { useSession } from '../../session/session-context.ts';
import { ListSkeleton } from '../../ui/feedback.tsx';
import { PageTitle } from '../../ui/text.tsx';

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
  const ordering = useOrdering(user);
  const isWishing = useIsWishing(ordering.draft);
  const again = useOrderAgain(ordering);

  const onPlaced = (
    orderId: string,
    said = 'Commande créée avec succès, nous vous reviendrons très vite !',
  ) => {
    toast.success(said);
    void invalidate(queries, 'orders');
    // Back leads to the dashboard, not to the form of an order that is placed. Navigating there would show it first.
    window.history.replaceState(window.history.state, '', '/dashboard');
    navigate(`/tracking?order=${orderId}`);
  };
  const { order } = ordering;
  const { basketId } = ordering.draft;
  const refuse = (error: unknown) => {
    toast.error(messageOf(error, 'Erreur lors de la création de la commande'));
    void ordering.refuse(error);
  };
  const unpaid = useUnpaidOrder({
    onPlaced: (orderId, isAsked) => {
      ordering.clear();
      onPlaced(orderId, isAsked ? 'Nous demandons aux pharmacies.' : undefined);
    },
    onRefused: refuse,
  });
  const payment = usePay({
    personId: user._id,
    purpose: 'new',
    basketId,
    onRenamed: ordering.renameBasket,
    onAlreadyPaid: ordering.clear,
    isLikely: true,
    complete: async ({ transactionId }) => (await placeOrder(order, transactionId))._id,
    onPaid: ({ orderId, payment: { order: paid } }) => {
      // Another order may have been started since: its draft remains.
      if (isSameOrder(paid, order)) ordering.clear();
      else ordering.forgetPaid((draft) => isDraftOf(paid, draft));
      // The prescription of its code is used.
      void invalidate(queries, 'prescriptions');
      onPlaced(orderId);
    },
    // In the same tap: it is placed, and paid once a pharmacy has answered.
    onRefused: (error) => (isAskedFirst(error) ? void unpaid.placeAsked(order) : refuse(error)),
  });
  const relative = useAskRelative({
    personId: user._id,
    basket: basketId,
    request: { order, basketId },
    onRefused: (error) => void (isAskedFirst(error) ? unpaid.placeAsked(order) : ordering.refuse(error)),
    onPaid: ordering.clear,
  });

  const offline = useOfflineOrder(user._id, ordering, () => {
    ordering.clear();
    toast.success('Commande gardée sur cet appareil : elle partira au retour du réseau.');
    navigate('/dashboard');
  });

  if (again.isLoading) return <ListSkeleton rows={3} height={120} />;
  const { draft } = ordering;
  const send = () => {
    if (ordering.waiting.length > 0) return ordering.lookup.retry();
    if (!online) return offline.hold();
    if (draft.way === 'photo') {
      if (draft.fileKey !== null) void unpaid.placePhotographed(order, draft.fileKey);
    } else if (ordering.isCardAwaited) void unpaid.placeAwaitingCard(order);
    else payment.pay({ order, basketId });
  };
  return (
    <>
      {again.notice === null ? null : <LeftOut {...again.notice} />}
      {isWishing ? <WishedPharmacy wish={draft.wish} onWish={ordering.wishFor} /> : null}
      <OrderForm
        personId={user._id}
        ordering={ordering}
        notice={
          <>
            {offline.view}
            {payment.view}
            {relative.view}
          </>
        }
        unsettled={draft.way === 'photo' ? null : payment.held}
        isSending={payment.isOpening || unpaid.isPlacing || ordering.lookup.isRefreshing}
        onSend={send}
        onAskRelative={relative.ask}
      />
    </>
  );
}

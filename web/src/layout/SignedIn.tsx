import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAddresses } from '../addresses/api.ts';
import { CHAT_PARAM } from '../consultations/chat-param.ts';
import { useInsuranceCard } from '../insurance/api.ts';
import { invalidate } from '../lib/keys.ts';
import { useSender } from '../lib/outbox.ts';
import { hasSeen, keepSeen } from '../lib/seen-queries.ts';
import { readToken } from '../lib/session-token.ts';
import { toast } from '../lib/toast.tsx';
import { waitingOrdersOf } from '../orders/ordering/waiting-orders.ts';
import { useSession } from '../session/session-context.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { LiveNotice } from '../ui/live-notice.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useZones } from '../zones/api.ts';
import { seenKind, ZONES } from './seen-kinds.ts';

const ChatDialog = lazyDialog(() =>
  import('../consultations/ChatDialog.tsx').then((module) => module.ChatDialog),
);

/** The customer's chat, on every page. */
export function ChatPlace() {
  const { user } = useSession();
  const { value, opened, open, close } = useDialogUrl(CHAT_PARAM);
  if (user?.type !== 'customer' || !user.active) return null;
  return <ChatDialog key={user._id} view={value} onShow={open} opened={opened} onClose={close} />;
}

/** Keeps the live connection of the signed-in user open, and shows since when changes no longer arrive. */
export function LiveConnection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const userId = user?.active ? user._id : null;
  useEffect(() => {
    const token = readToken();
    if (userId === null || token === null) return;
    let isOver = false;
    let disconnect = () => {};
    const checkSession = () => void queries.invalidateQueries({ queryKey: ['session'] });
    import('../lib/connect.ts').then(
      ({ connect }) => {
        if (!isOver) disconnect = connect(token, queries, checkSession);
      },
      () => null,
    );
    return () => {
      isOver = true;
      disconnect();
    };
  }, [userId, queries]);
  return userId === null ? null : <LiveNotice />;
}

/** Stores on a customer's device what their pages have shown, for use offline. */
export function SeenData() {
  const { user } = useSession();
  return user?.type === 'customer' && user.active ? <SeenDataOf key={user._id} personId={user._id} /> : null;
}

function SeenDataOf({ personId }: { personId: string }) {
  const queries = useQueryClient();
  useEffect(() => keepSeen(queries, personId, seenKind), [queries, personId]);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    // Only pages that a service worker has cached open offline.
    const worker = navigator.serviceWorker;
    const check = () => setMissing(worker?.controller != null && !hasSeen(personId, ZONES));
    check();
    worker?.addEventListener('controllerchange', check, { once: true });
    return () => worker?.removeEventListener('controllerchange', check);
  }, [personId]);
  return isMissing ? <OrderData /> : null;
}

/** Loads once what the order form needs, so that it opens offline before it was ever opened. */
function OrderData() {
  useZones();
  useAddresses();
  useInsuranceCard();
  return null;
}

/** Sends the orders of the signed-in customer that waited for the network, on any page. */
export function WaitingOrderSender() {
  const { user } = useSession();
  return user?.type === 'customer' && user.active ? <SenderOf key={user._id} personId={user._id} /> : null;
}

function SenderOf({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const sender = useMemo(
    () => ({
      onSent: () => {
        toast.success('Commande créée avec succès, nous vous reviendrons très vite !');
        void invalidate(queries, 'orders');
      },
      onRefused: () =>
        toast.error('Votre commande n’a pas pu être créée. La raison est sur votre tableau de bord.'),
    }),
    [queries],
  );
  useSender(waitingOrdersOf(personId), sender);
  return null;
}

/** The parts that the pages of a signed-in person have, in one lazy component. */
export function SignedIn() {
  return (
    <>
      <LiveConnection />
      <SeenData />
      <WaitingOrderSender />
      <ChatPlace />
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { invalidate } from '../../lib/keys.ts';
import { useSender } from '../../lib/outbox.ts';
import { toast } from '../../lib/toast.tsx';
import { useSession } from '../../session/session-context.ts';
import { waitingOrdersOf } from './waiting-orders.ts';

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

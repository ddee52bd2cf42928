import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAddresses } from '../../addresses/api.ts';
import { useInsuranceCard } from '../../insurance/api.ts';
import { hasSeen, keepSeen } from '../../lib/seen-queries.ts';
import { useSession } from '../../session/session-context.ts';
import { useZones } from '../../zones/api.ts';
import { seenKind, ZONES } from './seen-kinds.ts';

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

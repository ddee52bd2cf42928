import { useEffect, useSyncExternalStore } from 'react';
import { useLive } from '../live/live.ts';
import type { Entry, Outbox, Outgoing, Sender } from './outbox.ts';

/** The entries that are not sent yet, including those of an earlier visit. */
export function useUnsent<E extends Entry, Result>(box: Outbox<E, Result>): readonly Outgoing<E>[] {
  return useSyncExternalStore(box.watch, box.read, box.read);
}

/** Sends the entries, again as soon as the live connection is back. @param sender the same object at every render */
export function useSender<E extends Entry, Result>(box: Outbox<E, Result>, sender: Sender<E, Result>): void {
  const { connected } = useLive();
  useEffect(() => box.use(sender), [box, sender]);
  useEffect(() => {
    if (connected) box.retry();
  }, [box, connected]);
}

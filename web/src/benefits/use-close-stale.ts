import { useEffect } from 'react';

/** Closes a dialog with nothing to confirm: a stale link, or a payment made meanwhile by another user. */
export function useCloseStale(
  { opened, close }: { opened: boolean; close: () => void },
  hasQuestion: boolean,
): void {
  const isStale = opened && !hasQuestion;
  useEffect(() => {
    if (isStale) close();
  }, [isStale, close]);
}

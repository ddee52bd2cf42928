import { useEffect } from 'react';

/** Closes a dialog with nothing to confirm: a stale link, or a payment made meanwhile by another user. */
export function useCloseStray(
  { opened, close }: { opened: boolean; close: () => void },
  hasQuestion: boolean,
): void {
  const isStray = opened && !hasQuestion;
  useEffect(() => {
    if (isStray) close();
  }, [isStray, close]);
}

import { useEffect } from 'react';

/** Leaves the address of a dialog that has nothing to ask: an old link, or what somebody else has paid meanwhile. */
export function useCloseStray(
  { opened, close }: { opened: boolean; close: () => void },
  hasQuestion: boolean,
): void {
  const isStray = opened && !hasQuestion;
  useEffect(() => {
    if (isStray) close();
  }, [isStray, close]);
}

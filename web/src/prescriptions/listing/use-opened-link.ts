import { useCallback } from 'react';
import { type LinkProps, useSearchParams } from 'react-router';

/** Search param of the open prescription. */
export const OPENED = 'prescription';

/** Links that open a prescription in its dialog. Closing goes one step back in the history (useDialogUrl). */
export function useOpenedLink() {
  const [search] = useSearchParams();
  return useCallback(
    (number: string): Pick<LinkProps, 'to' | 'state'> => {
      const next = new URLSearchParams(search);
      next.set(OPENED, number);
      return { to: { search: next.toString() }, state: { openedDialog: OPENED } };
    },
    [search],
  );
}

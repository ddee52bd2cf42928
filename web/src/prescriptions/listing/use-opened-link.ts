import { useCallback } from 'react';
import { type LinkProps, useSearchParams } from 'react-router';

/** The word of the open prescription in the page's address. */
export const OPENED = 'prescription';

/** Links that open a prescription in its dialog, whose closing goes one step back (useDialogAddress). */
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

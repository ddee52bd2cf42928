import { useCallback } from 'react';
import { type LinkProps, useLocation, useSearchParams } from 'react-router';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';

/** Address parameter of the open request or consultation. */
export const CHAT = 'chat';

/** The open consultation, in the address: a notification can link to it and the phone's back button closes it. */
export function useOpenChat() {
  const { value: openId, close } = useDialogAddress(CHAT);
  const [search] = useSearchParams();
  const { state } = useLocation();

  /** Opening another one replaces the history entry, so that a single step back leads to the list. */
  const linkTo = useCallback(
    (id: string): Pick<LinkProps, 'state' | 'replace'> & { to: { search: string } } => {
      const next = new URLSearchParams(search);
      next.set(CHAT, id);
      const to = { search: next.toString() };
      return openId === null ? { to, state: { openedDialog: CHAT } } : { to, state, replace: true };
    },
    [search, openId, state],
  );

  return { openId, linkTo, close };
}

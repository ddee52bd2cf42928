import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import { type LinkProps, useLocation, useSearchParams } from 'react-router';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

/** Search param of the open request or consultation. */
export const CHAT = 'chat';

/** The open consultation, in the URL: a notification can link to it and the phone's back button closes it. */
export function useOpenChat() {
  const { value: openId, close } = useDialogUrl(CHAT);
  const [search] = useSearchParams();
  const { state } = useLocation();
  // On a phone it replaces the list, which may be scrolled.
  const preventScrollReset = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  /** Opening another one replaces the history entry, so that a single step back leads to the list. */
  const linkTo = useCallback(
    (
      id: string,
    ): Pick<LinkProps, 'state' | 'replace' | 'preventScrollReset'> & { to: { search: string } } => {
      const next = new URLSearchParams(search);
      next.set(CHAT, id);
      const link = { to: { search: next.toString() }, preventScrollReset };
      return openId === null ? { ...link, state: { openedDialog: CHAT } } : { ...link, state, replace: true };
    },
    [search, openId, state, preventScrollReset],
  );

  return { openId, linkTo, close };
}

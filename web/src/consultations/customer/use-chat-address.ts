import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';

/** The parameter of the customer's chat: `list`, `new`, or the id of a consultation. */
export const CHAT_PARAM = 'chat';

/** The address of the chat, on whatever page. Moving between its views is one history entry: Back closes it. */
export function useChatAddress() {
  const { value, close } = useDialogAddress(CHAT_PARAM);
  const { state } = useLocation();
  const [, setSearch] = useSearchParams();
  const show = useCallback(
    (view: string) =>
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.set(CHAT_PARAM, view);
          return next;
        },
        { replace: true, state, preventScrollReset: true },
      ),
    [setSearch, state],
  );
  return { view: value, show, close };
}

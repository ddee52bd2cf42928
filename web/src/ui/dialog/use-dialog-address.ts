import { useCallback, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useStepBack } from '../../lib/history/use-step-back.ts';

type Opened = { openedDialog?: string };

/**
 * Gives a dialog its own address (`?name=value`), so that the phone's back button closes it and a link can open it.
 * `value` says what it is about (an order's id); null while closed.
 */
export function useDialogAddress(name: string) {
  const [search, setSearch] = useSearchParams();
  const stepBack = useStepBack();
  const location = useLocation();
  const value = search.get(name);
  const openedHere = (location.state as Opened | null)?.openedDialog === name;
  // An answer may close what the back button has closed meanwhile: it knows the dialog as it was when it was asked.
  const now = useRef({ value, openedHere });
  now.current = { value, openedHere };

  const open = useCallback(
    (about = '1') => {
      setSearch((previous) => withParam(previous, name, about), {
        state: { openedDialog: name } satisfies Opened,
        preventScrollReset: true,
      });
    },
    [name, setSearch],
  );

  const close = useCallback(() => {
    if (now.current.value === null) return;
    // Opened on this screen: one step back. Opened by a link: there is nothing of ours behind, so only the address changes.
    if (now.current.openedHere) stepBack();
    else
      setSearch((previous) => withParam(previous, name, null), {
        replace: true,
        preventScrollReset: true,
      });
  }, [name, setSearch, stepBack]);

  return { value, opened: value !== null, open, close };
}

function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

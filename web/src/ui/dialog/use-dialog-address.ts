import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

type Opened = { openedDialog?: string };

/**
 * Gives a dialog its own address (`?name=value`), so that the phone's back button closes it and a link can open it.
 * `value` says what it is about (an order's id); null while closed.
 */
export function useDialogAddress(name: string) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const value = search.get(name);
  const openedHere = (location.state as Opened | null)?.openedDialog === name;

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
    // Opened on this screen: one step back. Opened by a link: there is nothing of ours behind, so only the address changes.
    if (openedHere) navigate(-1);
    else
      setSearch((previous) => withParam(previous, name, null), {
        replace: true,
        preventScrollReset: true,
      });
  }, [name, navigate, openedHere, setSearch]);

  return { value, opened: value !== null, open, close };
}

function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

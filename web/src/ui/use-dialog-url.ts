import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Goes one step back in the history. Called twice before the browser has moved (a second Escape, a response that closes a
 * closing dialog) it still goes one step: a second one would leave the page.
 */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const current = useRef(key);
  const left = useRef<string | null>(null);
  useEffect(() => {
    current.current = key;
    left.current = null;
  }, [key]);

  return useCallback(() => {
    if (left.current === current.current) return;
    left.current = current.current;
    navigate(-1);
  }, [navigate]);
}

type Opened = { openedDialog?: string };

/**
 * Gives a dialog its own URL (`?name=value`), so that Back closes it and a link can open it. `value` names its resource
 * (an order's id); null while closed.
 */
export function useDialogUrl(name: string) {
  const [search, setSearch] = useSearchParams();
  const stepBack = useStepBack();
  const location = useLocation();
  const value = search.get(name);
  const openedHere = (location.state as Opened | null)?.openedDialog === name;
  // A response may close a dialog that Back has closed meanwhile: `close` needs the present state, not the captured one.
  const latest = useRef({ value, openedHere });
  latest.current = { value, openedHere };

  const open = useCallback(
    (resource = '1') => {
      setSearch((previous) => withParam(previous, name, resource), {
        state: { openedDialog: name } satisfies Opened,
        preventScrollReset: true,
      });
    },
    [name, setSearch],
  );

  /** Changes params of the URL while the dialog is open. Closing it then removes its param instead of going one step back. */
  const swap = useCallback(
    (params: Readonly<Record<string, string>>) =>
      setSearch(
        (previous) =>
          Object.entries(params).reduce((next, [param, text]) => withParam(next, param, text), previous),
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );

  const close = useCallback(() => {
    if (latest.current.value === null) return;
    // Opened on this screen: one step back. Opened by a link: the previous entry is not ours, so only the URL changes.
    if (latest.current.openedHere) stepBack();
    else
      setSearch((previous) => withParam(previous, name, null), {
        replace: true,
        preventScrollReset: true,
      });
  }, [name, setSearch, stepBack]);

  return { value, opened: value !== null, open, swap, close };
}

function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}

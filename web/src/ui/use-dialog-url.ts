import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Goes one step back in the history. Called twice before the browser has moved (a second Escape, a response that closes a
 * closing dialog) it still goes one step: a second one would leave the page.
 */
function useStepBack(): () => void {
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
type Params = Readonly<Record<string, string>>;
export type DialogLink = { to: { search: string }; state: unknown; replace?: true };

/**
 * Gives a dialog its own URL (`?name=value`), so that Back closes it and a link can open it. `value` names its resource
 * (an order's id); null while closed.
 */
export function useDialogUrl(name: string) {
  const [search, setSearch] = useSearchParams();
  const stepBack = useStepBack();
  const location = useLocation();
  const value = search.get(name) || null;
  const openedHere = (location.state as Opened | null)?.openedDialog === name;
  // Another value of an open dialog takes its history entry: one step back closes it.
  const entry =
    value === null
      ? { state: { openedDialog: name } satisfies Opened }
      : { state: location.state as Opened | null, replace: true as const };
  // A response may close a dialog that Back has closed meanwhile: `close` needs the present state, not the captured one.
  const latest = useRef({ value, openedHere, entry });
  latest.current = { value, openedHere, entry };

  const open = useCallback(
    (resource = '1') => {
      setSearch((previous) => withParams(previous, { [name]: resource }), {
        ...latest.current.entry,
        preventScrollReset: true,
      });
    },
    [name, setSearch],
  );

  /** Changes params of the URL while the dialog is open. Closing it then removes its param instead of going one step back. */
  const swap = useCallback(
    (params: Params) =>
      setSearch((previous) => withParams(previous, params), { replace: true, preventScrollReset: true }),
    [setSearch],
  );

  /** Another dialog takes the place of this one in the history: Back leads to the page below. */
  const replaceBy = (other: string, resource: string) =>
    setSearch((previous) => withParams(previous, { [name]: null, [other]: resource }), {
      replace: true,
      preventScrollReset: true,
      state: latest.current.openedHere ? ({ openedDialog: other } satisfies Opened) : null,
    });

  const close = useCallback(() => {
    if (latest.current.value === null) return;
    // Opened on this screen: one step back. Opened by a link: the previous entry is not ours, so only the URL changes.
    if (latest.current.openedHere) stepBack();
    else
      setSearch((previous) => withParams(previous, { [name]: null }), {
        replace: true,
        preventScrollReset: true,
      });
  }, [name, setSearch, stepBack]);

  /** Props of a link that opens it in the same way, with other params. */
  const linkTo = (resource: string, params: Params = {}): DialogLink => ({
    to: { search: withParams(search, { [name]: resource, ...params }).toString() },
    ...entry,
  });

  return { value, opened: value !== null, open, linkTo, swap, replaceBy, close };
}

/** Null removes a param. */
export function withParams(search: URLSearchParams, params: Readonly<Record<string, string | null>>) {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

/** The views of a dialog under one path. Moving between them adds no history entry: Back closes the dialog. */
export function useViews(name: string) {
  const { close } = useDialogUrl(name);
  const { state } = useLocation();
  const [, setSearch] = useSearchParams();
  const show = useCallback(
    (view: string) =>
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.set(name, view);
          return next;
        },
        // The state says whether the dialog was opened on this page.
        { replace: true, state, preventScrollReset: true },
      ),
    [name, setSearch, state],
  );
  return { show, close };
}

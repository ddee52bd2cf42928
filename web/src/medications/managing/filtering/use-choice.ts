import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Choice, readChoice, withChoice } from './choice.ts';

/** The filters of the page's address. Changing one replaces the address: Back leaves the page, not the last letter. */
export function useChoice() {
  const [search, setSearch] = useSearchParams();
  const choice = useMemo(() => readChoice(search), [search]);
  const change = useCallback(
    (part: Partial<Choice>) =>
      // Into the address as it is now: a dialog may have been opened while a search waited for the end of the typing.
      setSearch(withChoice(new URLSearchParams(window.location.search), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  return { choice, change };
}

import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useHydrated } from '../../lib/hydration/use-hydrated.ts';
import { type Choice, nothingChosen, readChoice, withChoice } from './choice.ts';

/** The filters of the page's address. The written page knows none: they come once it is alive. */
export function useChoice() {
  const [search, setSearch] = useSearchParams();
  const hydrated = useHydrated();
  const choice = useMemo(() => (hydrated ? readChoice(search) : nothingChosen), [hydrated, search]);
  const change = useCallback(
    (part: Partial<Choice>) =>
      setSearch(withChoice(new URLSearchParams(window.location.search), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  return { choice, change };
}

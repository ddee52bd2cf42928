import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isChosen, noChoice, type OrderChoice, readChoice, withChoice } from './order-choice.ts';

/** The filters of the page's address. Changing one replaces the address: Back leaves the page, not the last letter. */
export function useOrderChoice() {
  const [search, setSearch] = useSearchParams();
  const choice = useMemo(() => readChoice(search), [search]);

  const change = useCallback(
    (part: Partial<OrderChoice>) =>
      // Into the address as it is now: an order may have been opened since this was drawn, while a search waited for
      // the end of the typing.
      setSearch(withChoice(new URLSearchParams(window.location.search), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  const clear = useCallback(() => change(noChoice), [change]);

  return { choice, chosen: isChosen(choice), change, clear };
}

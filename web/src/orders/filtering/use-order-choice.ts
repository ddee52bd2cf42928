import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isChosen, noChoice, type OrderChoice, readChoice, withChoice } from './order-choice.ts';

/** The filters of the page's address. Changing one replaces the address: Back leaves the page, not the last letter. */
export function useOrderChoice() {
  const [search, setSearch] = useSearchParams();
  const choice = useMemo(() => readChoice(search), [search]);

  const change = useCallback(
    (part: Partial<OrderChoice>) =>
      setSearch((previous) => withChoice(previous, part), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const clear = useCallback(() => change(noChoice), [change]);

  return { choice, chosen: isChosen(choice), change, clear };
}

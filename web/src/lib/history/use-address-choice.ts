import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What is chosen in the page's address: `read` reads it, `write` answers the address with a part of it changed. Changing
 * replaces the address: Back leaves the page, not the last letter. Both functions stay the same from one drawing to the next.
 */
export function useAddressChoice<C>(
  read: (search: URLSearchParams) => C,
  write: (search: URLSearchParams, part: Partial<C>) => URLSearchParams,
) {
  const [search, setSearch] = useSearchParams();
  const choice = useMemo(() => read(search), [read, search]);
  const change = useCallback(
    (part: Partial<C>) =>
      // Into the address as it is now: something may have been opened since this was drawn, while a search waited for the
      // end of the typing.
      setSearch(write(new URLSearchParams(window.location.search), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [write, setSearch],
  );
  return { choice, change };
}

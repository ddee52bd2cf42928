import { useEffect, useRef } from 'react';

/**
 * The row with this id in the list behind a dialog. Once found it remains while the list changes. An id that the loaded
 * list has never contained is stale, and is removed from the URL.
 */
export function useListed<T extends { _id: string }>(
  id: string | null,
  rows: readonly T[] | undefined,
  forget: () => void,
): T | undefined {
  const last = useRef<T | undefined>(undefined);
  const found = rows?.find(({ _id }) => _id === id);
  if (found !== undefined) last.current = found;
  const shown = last.current?._id === id ? last.current : undefined;
  const isStale = id !== null && rows !== undefined && shown === undefined;
  useEffect(() => {
    if (isStale) forget();
  }, [isStale, forget]);
  return shown;
}

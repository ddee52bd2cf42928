import { useEffect, useRef } from 'react';

/**
 * The thing that a dialog is about, out of the list behind it; it stays what it was while the list changes. A list that
 * stands and has never held it: the address is an old one, and is forgotten.
 */
export function useListed<T extends { _id: string }>(
  id: string | null,
  known: readonly T[] | undefined,
  forget: () => void,
): T | undefined {
  const last = useRef<T | undefined>(undefined);
  const found = known?.find(({ _id }) => _id === id);
  if (found !== undefined) last.current = found;
  const shown = last.current?._id === id ? last.current : undefined;
  const stray = id !== null && known !== undefined && shown === undefined;
  useEffect(() => {
    if (stray) forget();
  }, [stray, forget]);
  return shown;
}

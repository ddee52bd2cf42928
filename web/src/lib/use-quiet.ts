import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** One request of a page often follows another. */
const QUIET_MS = 300;

/**
 * False until a page and its data are loaded: what it does not need is loaded after that, because it would slow them down.
 * @param enabled the present page may be such a page
 */
export function useQuiet(enabled = true): boolean {
  const isNavigating = useNavigation().state !== 'idle';
  const isLoading = useIsFetching() > 0 || isNavigating;
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => {
    if (!enabled || isLoading || isQuiet) return;
    const timer = setTimeout(() => setIsQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [enabled, isLoading, isQuiet]);
  return isQuiet;
}

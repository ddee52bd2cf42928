import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { missingFiles } from './page-files.ts';

/** One request of a page often follows another. */
const QUIET_MS = 300;

/**
 * False until a page and its data are loaded: what it does not need is loaded after that, because it would slow them down.
 * @param enabled the present page may be such a page
 */
export function useQuiet(enabled = true): boolean {
  const location = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  const isFetching = useIsFetching() > 0;
  const [isQuiet, setIsQuiet] = useState(false);
  // A page that starts from the fallback page is not navigated to: its own code is still on its way, and its data after it.
  const isLoading = !isQuiet && (isFetching || isNavigating || missingFiles(location).length > 0);
  useEffect(() => {
    if (!enabled || isLoading || isQuiet) return;
    const timer = setTimeout(() => setIsQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [enabled, isLoading, isQuiet]);
  return isQuiet;
}

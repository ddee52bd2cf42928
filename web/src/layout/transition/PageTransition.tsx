import { useEffect } from 'react';
import { createPath, useBlocker, useNavigation } from 'react-router';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import styles from './PageTransition.module.css';
import { fetchFiles, useMissingFiles } from './page-files.ts';

const TIMEOUT_MS = 15_000;

/**
 * Blocks a navigation until the files of the next page are fetched, under a progress bar. Otherwise the router would reload
 * the current page when a file fails, and offline that page would be lost. On failure a toast is shown and the person stays.
 */
export function PageTransition() {
  const { state } = useNavigation();
  const missingFiles = useMissingFiles();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // The router already loads the present page: the end of this would discard a blocked navigation, such as a dialog's.
      currentLocation.pathname !== nextLocation.pathname && missingFiles(nextLocation).length > 0,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per blocked navigation
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let settled = false;
    const settle = (action: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      action();
    };
    const fail = () =>
      settle(() => {
        blocker.reset();
        toast.error(NETWORK_MESSAGE);
      });
    // The requests continue, so that their files are cached for the next attempt.
    const timer = setTimeout(fail, TIMEOUT_MS);
    const { location } = blocker;
    fetchFiles(missingFiles(location)).then(
      (complete) => settle(complete ? blocker.proceed : () => window.location.assign(createPath(location))),
      fail,
    );
    return () => settle(() => {});
  }, [blocker]);

  if (blocker.state !== 'blocked' && state === 'idle') return null;
  return <div className={styles.bar} role="progressbar" aria-label="Chargement de la page" />;
}

import { useEffect, useRef } from 'react';
import {
  createPath,
  type Location,
  type NavigateOptions,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import styles from './PageTransition.module.css';
import { fetchFiles, useMissingFiles } from './page-files.ts';

const TIMEOUT_MS = 15_000;

/**
 * Blocks a navigation until the files of the next page are fetched, and shows a progress bar meanwhile. Otherwise the
 * router would reload the current page when a file fails, and offline that page would be lost. On failure it shows a
 * toast, and the current page remains.
 */
export function PageTransition() {
  const { state } = useNavigation();
  const navigate = useNavigate();
  const { key } = useLocation();
  const waiting = useRef<{ key: string; to: Location; options: NavigateOptions } | null>(null);
  const missingFiles = useMissingFiles();
  const blocker = useBlocker(({ currentLocation: { pathname, key }, nextLocation: to, historyAction }) => {
    // The router already loads the current page.
    if (pathname === to.pathname || missingFiles(to).length === 0) return false;
    const options = { replace: historyAction === 'REPLACE', state: to.state };
    waiting.current = historyAction === 'POP' ? null : { key, to, options };
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per blocked navigation
  useEffect(() => {
    if (blocker.state !== 'blocked') {
      // The router discards a blocked navigation when its first load ends: navigate again, except after another
      // navigation, which has a new key.
      const discarded = waiting.current;
      waiting.current = null;
      if (discarded?.key === key) void navigate(discarded.to, discarded.options);
      return;
    }
    let settled = false;
    const settle = (action: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      waiting.current = null;
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
    return () => {
      settled = true;
      clearTimeout(timer);
    };
  }, [blocker]);

  if (blocker.state !== 'blocked' && state === 'idle') return null;
  return <div className={styles.bar} role="progressbar" aria-label="Chargement de la page" />;
}

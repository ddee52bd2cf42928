import { startTransition, useEffect, useRef, useState } from 'react';
import { createPath, type Location, useBlocker, useLocation, useNavigate, useNavigation } from 'react-router';
import { NETWORK_MESSAGE } from '../lib/api-error.ts';
import { fetchFiles, missingFiles } from '../lib/page-files.ts';
import { toast } from '../lib/toast.tsx';
import styles from './PageTransition.module.css';

/** From then on it says why the page does not open. */
const TIMEOUT_MS = 15_000;
const SLOW = 'Votre réseau est lent : la page arrive.';

interface BlockedNavigation {
  /** The page that the navigation leaves. Another navigation meanwhile replaces this one. */
  readonly from: string;
  readonly to: Location;
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
}

/**
 * Blocks a navigation until the files of the next page are fetched, and shows a progress bar meanwhile. Otherwise the
 * router would reload the current page when a file fails, and offline that page would be lost. On failure it shows a
 * toast, and the current page remains.
 */
export function PageTransition() {
  const { state } = useNavigation();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null);
  const waiting = blocked?.from === key ? blocked : null;
  const fetched = useRef<string>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation: to, historyAction: action }) => {
    // The router already loads the current page.
    if (currentLocation.pathname === to.pathname || missingFiles(to).length === 0) return false;
    if (fetched.current === createPath(to)) {
      fetched.current = null;
      return false;
    }
    // Rendered together with the router's state.
    startTransition(() => setBlocked({ from: currentLocation.key, to, action }));
    return true;
  });
  const slow = useRef<string>(null);
  const proceed = useRef<() => void>(undefined);
  proceed.current = blocker.proceed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per blocked navigation
  useEffect(() => {
    if (waiting === null) return;
    const { to, action } = waiting;
    const path = createPath(to);
    let settled = false;
    const dismiss = () => {
      if (slow.current !== null) toast.dismiss(slow.current);
      slow.current = null;
    };
    const settle = (next: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      dismiss();
      next();
    };
    const fail = () =>
      settle(() => {
        setBlocked(null);
        toast.error(NETWORK_MESSAGE);
      });
    const open = () => {
      startTransition(() => setBlocked(null));
      if (action === 'POP') {
        proceed.current?.();
      } else {
        // Without `proceed`: the router discards a blocked navigation when its first load ends.
        fetched.current = path;
        void navigate(to, { replace: action === 'REPLACE', state: to.state });
      }
    };
    // Slow is not lost: only a request that fails ends the wait.
    const timer = setTimeout(() => {
      slow.current = toast.loading(SLOW);
    }, TIMEOUT_MS);
    fetchFiles(missingFiles(to)).then(
      (complete) => settle(complete ? open : () => window.location.assign(path)),
      fail,
    );
    return () => {
      settled = true;
      clearTimeout(timer);
      dismiss();
    };
  }, [waiting]);

  if (waiting === null && state === 'idle') return null;
  return <div className={styles.bar} role="progressbar" aria-label="Chargement de la page" />;
}

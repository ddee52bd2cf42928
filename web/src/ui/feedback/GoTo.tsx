import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { useOnline } from '../connection/use-online.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

const TIMEOUT_MS = 15_000;
/** Offline the next page is either cached or unavailable. */
const OFFLINE_TIMEOUT_MS = 1000;

/**
 * Redirects to another page and replaces the history entry. Shows a skeleton until that page is loaded, then an error with
 * « Réessayer »; retries by itself when the device is online again.
 */
export function GoTo({ to, state }: { to: string; state?: object }) {
  const navigate = useNavigate();
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [late, setLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects again at each attempt and when online again; not for an equal state
  useEffect(() => {
    setLate(false);
    void navigate(to, { replace: true, state });
    const timer = setTimeout(() => setLate(true), online ? TIMEOUT_MS : OFFLINE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [to, navigate, online, attempt]);

  if (!late) return <ListSkeleton rows={3} height={120} />;
  return <ErrorState page message={NETWORK_MESSAGE} onRetry={() => setAttempt((count) => count + 1)} />;
}

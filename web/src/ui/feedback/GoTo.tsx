import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { useOnline } from '../connection/use-online.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

const MOST_MS = 15_000;
/** Without a network the next page is on the device, or not to be had. */
const MOST_OFFLINE_MS = 1000;

/**
 * Leads on to another page, in the history too, and keeps its place until it comes. On a line that does not bring it there
 * is another try, and one by itself when the line is back.
 */
export function GoTo({ to }: { to: string }) {
  const navigate = useNavigate();
  const online = useOnline();
  const [tries, setTries] = useState(0);
  const [late, setLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try, or a line that is back, leads on again
  useEffect(() => {
    setLate(false);
    void navigate(to, { replace: true });
    const timer = setTimeout(() => setLate(true), online ? MOST_MS : MOST_OFFLINE_MS);
    return () => clearTimeout(timer);
  }, [to, navigate, online, tries]);

  if (!late) return <ListSkeleton rows={3} height={120} />;
  return <ErrorState page message={NETWORK_MESSAGE} onRetry={() => setTries((count) => count + 1)} />;
}

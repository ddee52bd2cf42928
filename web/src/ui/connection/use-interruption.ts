import { useEffect, useState } from 'react';
import { CONNECT_MS, useLive } from '../../lib/live/live.ts';

/** Since when live updates are interrupted, ms; null until this lasts longer than connecting may take. */
export function useInterruption(): number | null {
  const { lostAt } = useLive();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null) return setSince(null);
    const timer = setTimeout(() => setSince(lostAt), CONNECT_MS);
    return () => clearTimeout(timer);
  }, [lostAt]);
  return since;
}

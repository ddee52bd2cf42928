import { formatClock } from '@amasin/domain/contract/format.ts';
import { useEffect, useState } from 'react';
import { CONNECT_MS, useLive } from '../lib/live.ts';
import styles from './connection.module.css';

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

/** Shows since when live updates are interrupted. */
export function LiveNotice() {
  const since = useInterruption();
  return (
    <div role="status" className={styles.liveNoticePlace}>
      {since === null ? null : (
        <p
          className={styles.notice}
        >{`Mise à jour en direct interrompue depuis ${formatClock(new Date(since))}.`}</p>
      )}
    </div>
  );
}

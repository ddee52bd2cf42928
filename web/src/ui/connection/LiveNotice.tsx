import { useEffect, useState } from 'react';
import { formatClock } from '../../lib/format/moment.ts';
import { CONNECT_MS, useLive } from '../../lib/live/live.ts';
import styles from './LiveNotice.module.css';

/** Shows since when changes do not arrive; not for less than a connection may take. */
export function LiveNotice() {
  const { lostAt } = useLive();
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null) return setShown(null);
    const timer = setTimeout(() => setShown(lostAt), CONNECT_MS);
    return () => clearTimeout(timer);
  }, [lostAt]);
  return (
    <div role="status" className={styles.place}>
      {shown === null ? null : (
        <p className={styles.notice}>
          Mise à jour en direct interrompue depuis {formatClock(new Date(shown))}.
        </p>
      )}
    </div>
  );
}

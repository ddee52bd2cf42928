import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readToken } from '../lib/api/token.ts';
import { formatClock } from '../lib/format/moment.ts';
import { useLive } from '../lib/live/live.ts';
import { useSession } from '../session/session-context.ts';
import styles from './LiveConnection.module.css';

/** A shorter interruption is not shown, ms. */
const SILENT_MS = 10_000;

/** Keeps the live connection of the signed-in user, and shows since when changes no longer arrive. */
export function LiveConnection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const userId = user?.active ? user._id : null;
  useEffect(() => {
    const token = readToken();
    if (userId === null || token === null) return;
    let isOver = false;
    let disconnect = () => {};
    const checkSession = () => void queries.invalidateQueries({ queryKey: ['session'] });
    import('../lib/live/connect.ts').then(
      ({ connect }) => {
        if (!isOver) disconnect = connect(token, queries, checkSession);
      },
      () => null,
    );
    return () => {
      isOver = true;
      disconnect();
    };
  }, [userId, queries]);
  return userId === null ? null : <Interruption />;
}

function Interruption() {
  const { lostAt } = useLive();
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null) return setShown(null);
    const timer = setTimeout(() => setShown(lostAt), SILENT_MS);
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

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readToken } from '../lib/session-token.ts';
import { useSession } from '../session/session-context.ts';
import { LiveNotice } from '../ui/connection.tsx';

/** Keeps the live connection of the signed-in user open, and shows since when changes no longer arrive. */
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
    import('../lib/connect.ts').then(
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
  return userId === null ? null : <LiveNotice />;
}

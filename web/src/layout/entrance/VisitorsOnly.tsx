import type { ReactNode } from 'react';
import { homePathOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { GoTo } from '../../ui/feedback/GoTo.tsx';

/** Whoever is signed in, or has just done so, goes on to their own screen; the history keeps no log-in page. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return user === null ? children : <GoTo to={homePathOf(user)} />;
}

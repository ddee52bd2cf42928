import type { ReactNode } from 'react';
import { homePathOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { GoTo } from '../../ui/feedback/GoTo.tsx';

/** Redirects a signed-in person to their own page; the sign-in page leaves the history. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return user === null ? children : <GoTo to={homePathOf(user)} />;
}

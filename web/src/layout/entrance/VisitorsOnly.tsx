import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { pathAfterSignIn } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { GoTo } from '../../ui/feedback.tsx';

/**
 * Redirects a signed-in person to their own page, or to the one that they signed in for. It replaces the history entry
 * of the sign-in page.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { state } = useLocation();
  return user === null ? children : <GoTo to={pathAfterSignIn(user, state)} />;
}

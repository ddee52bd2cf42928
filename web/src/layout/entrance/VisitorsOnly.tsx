import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { homePathOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { GoTo } from '../../ui/feedback/GoTo.tsx';
import { chatAfterSignIn } from '../chat/chat-address.ts';

/** Redirects a signed-in person to their own page, or to what they signed in for; the sign-in page leaves the history. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { state } = useLocation();
  return user === null ? children : <GoTo to={chatAfterSignIn(state, user) ?? homePathOf(user)} />;
}

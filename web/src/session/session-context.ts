import type { User } from '@amasin/domain/users/user.ts';
import { createContext, useContext } from 'react';
import type { Ended } from './page-access.ts';

/**
 * `loading`: not known yet. `unreachable`: there is a token, but no response; retried automatically. `visitor`: no session.
 * `leaving`: signed out, the next page is loading. `signedIn`: `user` is set.
 */
export type SessionStatus = 'loading' | 'unreachable' | 'visitor' | 'leaving' | 'signedIn';

export type Session = {
  status: SessionStatus;
  /** The page that is loading, while `leaving`. */
  leavingTo: string | null;
  user: User | null;
  /** Why it is `unreachable`: a message for the screen. */
  problem: string | null;
  /** Why the session has ended, for the sign-in page. */
  ended: Ended | null;
  /** Stores the token and the user of a successful sign-in. */
  signIn: (token: string, user: User) => void;
  /** Changes details of the same person; other cached data stays. */
  updateUser: (user: User) => void;
  /** Removes a session that the server has ended, and everything stored about the person, then opens this page. */
  leave: (to: string) => void;
  /** Removes the session here at once, revokes it on the server, and opens the home page. */
  signOut: () => Promise<void>;
  /** Retries now, after `unreachable`. */
  retry: () => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession must be used inside SessionProvider');
  return session;
}

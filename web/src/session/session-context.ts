import type { User } from '@amasin/domain/users/user.ts';
import { createContext, useContext } from 'react';

/**
 * `loading`: not known yet. `unreachable`: a token is held, but the server does not answer; it is asked again by itself.
 * `visitor`: nobody. `leaving`: nobody any more, on the way home. `signedIn`: `user` is there.
 */
export type SessionStatus = 'loading' | 'unreachable' | 'visitor' | 'leaving' | 'signedIn';

export type Session = {
  status: SessionStatus;
  user: User | null;
  /** Why it is `unreachable`, in words for the person. */
  problem: string | null;
  /** Keeps the token and the user of a successful log-in. */
  signIn: (token: string, user: User) => void;
  /** The same person, with changed details: nothing else that was read is forgotten. */
  updateUser: (user: User) => void;
  /** Forgets the session here at once, revokes it on the server, and goes home. */
  signOut: () => Promise<void>;
  /** Asks again now, after `unreachable`. */
  retry: () => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is read outside SessionProvider');
  return session;
}

import type { User } from '@amasin/domain/users/user.ts';
import type { Session } from '../session/session-context.ts';

/** The session of this user, or of a visitor, with changes. */
export function aSession(user: User | null, changes: Partial<Session> = {}): Session {
  return {
    status: user === null ? 'visitor' : 'signedIn',
    user,
    leavingTo: null,
    problem: null,
    ended: null,
    signIn: () => {},
    updateUser: () => {},
    leave: () => {},
    signOut: async () => {},
    retry: () => {},
    ...changes,
  };
}

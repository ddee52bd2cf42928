import type { User } from '@amasin/domain/users/user.ts';
import type { Session } from '../session/session-context.ts';

/** The session of this person, or of a visitor, to be changed where the test needs it. */
export function aSession(user: User | null, changes: Partial<Session> = {}): Session {
  return {
    status: user === null ? 'visitor' : 'signedIn',
    user,
    problem: null,
    signIn: () => {},
    updateUser: () => {},
    signOut: async () => {},
    retry: () => {},
    ...changes,
  };
}

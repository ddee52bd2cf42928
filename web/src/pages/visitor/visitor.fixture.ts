import type { Session } from '../../session/session-context.ts';

/** Nobody is signed in. */
export const visitor: Session = {
  status: 'visitor',
  user: null,
  problem: null,
  signIn: () => {},
  signOut: async () => {},
  retry: () => {},
};

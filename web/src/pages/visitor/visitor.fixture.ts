import { aSession } from '../../testing/session.ts';

/** Nobody is signed in. */
export const visitor = aSession(null);

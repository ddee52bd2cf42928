import { aSession } from '../../testing/session.ts';

export const visitor = aSession(null);

export const REVALIDATED = 'private, no-cache';

/**
 * Headers of a response that a browser may keep, for one account, and must revalidate before each use. Only for
 * what says nothing about a person: it stays on the device after they sign out.
 */
export const revalidated = { 'cache-control': REVALIDATED, vary: 'authorization' } as const;

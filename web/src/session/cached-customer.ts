import type { User } from '@amasin/domain/users/user.ts';
import { readStored, store } from '../lib/storage/storage.ts';

const PLACE = 'session';
const NAME = 'seen-customer';

/** As long as a session lasts, because a device may stay offline. */
const MAX_AGE_MS = 30 * 24 * 3600_000;

/** The end of the token: the cached customer is valid for the same session only. */
const markOf = (token: string) => token.slice(-8);

/**
 * Stores who a customer is, so that their pages open offline, and before the server has responded. Customers only: the
 * other types see data of other people. Removed at sign-out.
 */
export function cacheCustomer(token: string, user: User): void {
  store(PLACE, NAME, user.type === 'customer' ? { mark: markOf(token), at: Date.now(), user } : null);
}

export function readCachedCustomer(token: string | null | undefined): User | undefined {
  if (typeof token !== 'string') return undefined;
  const stored = readStored(PLACE, NAME) as { mark?: unknown; at?: unknown; user?: Partial<User> } | null;
  const isRecent = typeof stored?.at === 'number' && Date.now() - stored.at < MAX_AGE_MS;
  const user = isRecent && stored?.mark === markOf(token) ? stored.user : undefined;
  return user?.type === 'customer' && typeof user._id === 'string' && typeof user.name === 'string'
    ? (user as User)
    : undefined;
}

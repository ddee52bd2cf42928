import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { readStored, store } from '../lib/storage/storage.ts';

const PLACE = 'session';
const NAME = 'seen-user';

/** The other types see health data of many people, at a desk with a network: nothing of theirs is cached. */
const CACHED_TYPES: readonly UserType[] = ['customer', 'deliveryPerson'];

/** As long as a session lasts, because a device may stay offline. */
const MAX_AGE_MS = 30 * 24 * 3600_000;

/** The end of the token: the cached user is valid for the same session only. */
const markOf = (token: string) => token.slice(-8);

const isCached = (type: unknown) => CACHED_TYPES.some((cached) => cached === type);

/**
 * Stores who a customer or a courier is, so that their pages open offline, and before the server has responded. Removed at
 * sign-out.
 */
export function cacheUser(token: string, user: User): void {
  store(PLACE, NAME, isCached(user.type) ? { mark: markOf(token), at: Date.now(), user } : null);
}

export function readCachedUser(token: string | null | undefined): User | undefined {
  if (typeof token !== 'string') return undefined;
  const stored = readStored(PLACE, NAME) as { mark?: unknown; at?: unknown; user?: Partial<User> } | null;
  const isRecent = typeof stored?.at === 'number' && Date.now() - stored.at < MAX_AGE_MS;
  const user = isRecent && stored?.mark === markOf(token) ? stored.user : undefined;
  return isCached(user?.type) && typeof user?._id === 'string' && typeof user.name === 'string'
    ? (user as User)
    : undefined;
}

import type { User } from '@amasin/domain/users/user.ts';
import { readStored, store } from '../lib/storage/storage.ts';

const PLACE = 'session';
const NAME = 'seen-customer';

/** As long as a session: a telephone that never asks the server again forgets by itself. */
const MOST_MS = 30 * 24 * 3600_000;

/** A part of the token tells whose session was seen: another one's is not believed. */
const markOf = (token: string) => token.slice(-8);

/**
 * Keeps who a customer is, so that their pages open without a network, or before the server has answered. Only customers:
 * what the others see is other people's. Leaving erases it.
 */
export function keepCustomer(token: string, user: User): void {
  store(PLACE, NAME, user.type === 'customer' ? { mark: markOf(token), at: Date.now(), user } : null);
}

export function readCustomer(token: string | null | undefined): User | undefined {
  if (typeof token !== 'string') return undefined;
  const kept = readStored(PLACE, NAME) as { mark?: unknown; at?: unknown; user?: Partial<User> } | null;
  const isRecent = typeof kept?.at === 'number' && Date.now() - kept.at < MOST_MS;
  const user = isRecent && kept?.mark === markOf(token) ? kept.user : undefined;
  return user?.type === 'customer' && typeof user._id === 'string' && typeof user.name === 'string'
    ? (user as User)
    : undefined;
}

import type { User } from '@amasin/domain/users/user.ts';
import { keep, readKept } from '../lib/kept/kept.ts';

const PLACE = 'session';
const NAME = 'seen-customer';

/** A part of the token tells whose session was seen: another one's is not believed. */
const markOf = (token: string) => token.slice(-8);

/**
 * Keeps who a customer is, so that their pages open without a network, or before the server has answered. Only customers:
 * what the others see is other people's. Leaving erases it.
 */
export function keepCustomer(token: string, user: User): void {
  keep(PLACE, NAME, user.type === 'customer' ? { mark: markOf(token), user } : null);
}

export function readCustomer(token: string | null | undefined): User | undefined {
  if (typeof token !== 'string') return undefined;
  const kept = readKept(PLACE, NAME) as { mark?: unknown; user?: Partial<User> } | null;
  const user = kept?.mark === markOf(token) ? kept.user : undefined;
  return user?.type === 'customer' && typeof user._id === 'string' && typeof user.name === 'string'
    ? (user as User)
    : undefined;
}

import { readUserType, type UserType } from '@amasin/domain/contract/user-type.ts';
import { homes, pageAccess } from '@amasin/domain/users/pages.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { Path } from 'react-router';

type Typed = Pick<User, 'type'>;

/** `superadmin` is read as `superAdmin`. */
export function typeOf(user: Typed): UserType | undefined {
  return readUserType(user.type);
}

/** The page after signing in; `/` for an unknown type. */
export function homePathOf(user: Typed): string {
  const type = typeOf(user);
  return type === undefined ? '/' : homes[type];
}

/** Navigation state of the sign-in pages: the URL that needed a session. */
export const returnTo = ({ pathname, search }: Pick<Path, 'pathname' | 'search'>) => ({
  from: `${pathname}${search}`,
});

/** Why a session has ended, and whose sign-in page says it. */
export type Ended = { readonly why: string; readonly door: '/login' | '/admin' };

/** The sign-in page, with its state: after a session that ended, it says why (rule 41). */
export function entranceOf(location: Pick<Path, 'pathname' | 'search'>, ended: Ended | null) {
  const state = returnTo(location);
  return ended === null ? { to: '/login', state } : { to: ended.door, state: { ...state, ended: ended.why } };
}

/** The URL to return to, for links to them that a visitor follows to order. */
export const toOrder = returnTo({ pathname: '/order', search: '' });

/** The URL in that state if this person may open it, else their home page. */
export function pathAfterSignIn(user: Typed, state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const [path = ''] = typeof from === 'string' ? from.split('?') : [];
  return typeof from === 'string' && mayOpen(user, path) ? from : homePathOf(user);
}

/** Whether this page is a place of work: of active staff, and theirs. */
export function worksOn(user: User, path: string): boolean {
  return user.active && typeOf(user) !== 'customer' && mayOpen(user, path);
}

export function mayOpen(user: Typed, path: string): boolean {
  const type = typeOf(user);
  const page = path.length > 1 ? path.replace(/\/$/, '') : path;
  return type !== undefined && (pageAccess[page]?.includes(type) ?? false);
}

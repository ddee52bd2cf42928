import { homes, pageAccess } from '@amasin/domain/users/pages.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';

type Typed = Pick<User, 'type'>;

/** `superadmin` is read as `superAdmin` (SPEC 2 writes both). */
export function typeOf(user: Typed): UserType | undefined {
  return readUserType(user.type);
}

/** The page after signing in; `/` for an unknown type. */
export function homePathOf(user: Typed): string {
  const type = typeOf(user);
  return type === undefined ? '/' : homes[type];
}

export function mayOpen(user: Typed, path: string): boolean {
  const type = typeOf(user);
  const page = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return type !== undefined && (pageAccess[page]?.includes(type) ?? false);
}

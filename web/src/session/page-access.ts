import type { User } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';

/** Who may open which protected page (SPEC 2). A page that is missing here is forbidden to everyone. */
const pageAccess: Readonly<Record<string, readonly UserType[]>> = {
  '/dashboard': ['customer'],
  '/order': ['customer'],
  '/tracking': ['customer'],
  '/profile': ['customer', 'agent', 'deliveryPerson', 'supervisor', 'superAdmin', 'partnerDoctor'],
  '/supervisor-dashboard': ['supervisor'],
  '/pharmacy-dashboard': ['pharmacy'],
  '/delivery-dashboard': ['deliveryPerson'],
  '/agent-dashboard': ['agent'],
  '/cpanel': ['superAdmin'],
  '/cpanel/users': ['superAdmin'],
  '/doctor-dashboard': ['partnerDoctor'],
};

/** The page of each type after signing in; `/` for types without one. */
const homes: Readonly<Partial<Record<UserType, string>>> = {
  customer: '/dashboard',
  supervisor: '/supervisor-dashboard',
  pharmacy: '/pharmacy-dashboard',
  deliveryPerson: '/delivery-dashboard',
  agent: '/agent-dashboard',
  superAdmin: '/cpanel',
  partnerDoctor: '/doctor-dashboard',
};

type Typed = Pick<User, 'type'>;

/** `superadmin` is read as `superAdmin` (SPEC 2 writes both). */
export function typeOf(user: Typed): UserType | undefined {
  return readUserType(user.type);
}

export function homePathOf(user: Typed): string {
  const type = typeOf(user);
  return (type === undefined ? undefined : homes[type]) ?? '/';
}

export function mayOpen(user: Typed, path: string): boolean {
  const type = typeOf(user);
  const page = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return type !== undefined && (pageAccess[page]?.includes(type) ?? false);
}

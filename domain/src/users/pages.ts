import type { UserType } from '../contract/user-type.ts';

/** The types that may open each protected page. A page that is missing here is forbidden to everyone. */
export const pageAccess: Readonly<Record<string, readonly UserType[]>> = {
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

/** The page of each type after signing in. */
export const homes: Readonly<Record<UserType, string>> = {
  customer: '/dashboard',
  supervisor: '/supervisor-dashboard',
  pharmacy: '/pharmacy-dashboard',
  deliveryPerson: '/delivery-dashboard',
  agent: '/agent-dashboard',
  superAdmin: '/cpanel',
  partnerDoctor: '/doctor-dashboard',
};

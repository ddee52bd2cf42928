import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { Database } from '../../database/database.ts';
import type { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';

/** The fields of an order that a notification needs. */
export interface Announced {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

type Message = Parameters<typeof notify>[2][number];

const screens: Readonly<Partial<Record<UserType, string>>> = {
  customer: '/tracking',
  supervisor: '/supervisor-dashboard',
  pharmacy: '/pharmacy-dashboard',
  deliveryPerson: '/delivery-dashboard',
};

/** The link of a notification about this order; null for a user type without a screen. */
function linkFor(type: UserType, order: Announced): string | null {
  const screen = screens[type];
  return screen === undefined ? null : `${screen}?order=${order.id}`;
}

/** A notification for one user. */
export function toOne(
  userId: string,
  type: UserType,
  order: Announced,
  title: string,
  message: string,
): Message {
  return { userId, title, message, link: linkFor(type, order) };
}

export function toCustomer(order: Announced, title: string, message: string): Message {
  return toOne(order.customerId, 'customer', order, title, message);
}

/** A notification for every active supervisor. */
export async function toSupervisors(
  db: Database,
  order: Announced,
  title: string,
  message: string,
): Promise<Message[]> {
  const ids = await findUserIdsOfType(db, ['supervisor']);
  return ids.map((id) => toOne(id, 'supervisor', order, title, message));
}

import {
  type ReplacementReason,
  replacementLabels,
} from '@amasin/domain/orders/problems/replacement-reason.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { Database } from '../../database/database.ts';
import type { Message } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';

/** The fields of an order that a notification needs. */
export interface Announced {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

/** The screen of each type that is notified of orders; it opens the order of `?order=`. */
const screens = {
  customer: '/tracking',
  supervisor: '/supervisor-dashboard',
  pharmacy: '/pharmacy-dashboard',
  deliveryPerson: '/delivery-dashboard',
  agent: '/agent-dashboard',
} satisfies Partial<Record<UserType, string>>;

export type OrderReader = keyof typeof screens;

/** A notification for one user. */
export function toOne(
  userId: string,
  type: OrderReader,
  order: Announced,
  title: string,
  message: string,
): Message {
  return { userId, title, message, link: `${screens[type]}?order=${order.id}`, orderId: order.id };
}

/** For a user who no longer sees the order: it opens their screen. */
export function toReplaced(
  userId: string,
  type: OrderReader,
  { id, number }: Announced,
  newName: string,
  reason: ReplacementReason | null,
): Message {
  return {
    userId,
    title: 'Commande reprise',
    message: `La commande ${number} est maintenant confiée à ${newName}${inWords(reason)}.`,
    link: screens[type],
    orderId: id,
  };
}

/** « (pas de réponse) », or nothing. */
export const inWords = (reason: ReplacementReason | null): string =>
  reason === null ? '' : ` (${replacementLabels[reason].toLowerCase()})`;

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

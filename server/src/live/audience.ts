import type { LiveResource } from '@amasin/domain/live/resources.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';

/** A changed row, as `announce_row` and `announce_table` report it. */
export interface Change {
  readonly table: string;
  readonly op: 'insert' | 'update' | 'delete';
  readonly id: string | null;
  /** Ids of the users whom the row names, before or after the change. */
  readonly people: readonly string[];
}

interface Audience {
  readonly resource: LiveResource;
  /** Types that see every row, in addition to the users whom the row names. */
  readonly types: readonly UserType[];
}

/** Who is told that a table has changed. Only the name of the resource is sent: rows are read by the API. */
const audiences: Readonly<Record<string, Audience>> = {
  orders: { resource: 'orders', types: ['agent', 'supervisor', 'superAdmin'] },
  prescriptions: { resource: 'prescriptions', types: ['supervisor', 'superAdmin'] },
  payments: { resource: 'payments', types: [] },
  refunds: { resource: 'payments', types: ['supervisor', 'superAdmin'] },
  entries: { resource: 'benefits', types: ['superAdmin'] },
  insurance_cards: { resource: 'insurance', types: ['agent', 'supervisor', 'superAdmin'] },
  notifications: { resource: 'notifications', types: [] },
  users: { resource: 'users', types: ['supervisor', 'superAdmin'] },
  medications: { resource: 'medications', types: ['agent', 'supervisor', 'superAdmin'] },
  zones: { resource: 'zones', types: ['superAdmin'] },
  places: { resource: 'pharmacies', types: userTypes },
  consultations: { resource: 'consultations', types: [] },
  duty_shifts: { resource: 'pharmacies', types: userTypes },
  duty_lists: { resource: 'pharmacies', types: userTypes },
};

/** The room of a person, joined by all of their sockets. */
export const personRoom = (userId: string) => `person:${userId}`;
/** The room of a user type. */
export const typeRoom = (type: UserType) => `type:${type}`;
/** The room of a session, by the hash of its token. */
export const sessionRoom = (tokenHash: string) => `session:${tokenHash}`;
/** The room of a consultation, for the patient and the assigned doctor. */
export const chatRoom = (chatId: string) => `chat:${chatId}`;

/** The resource that has changed and the rooms to tell; null for a table without an audience. */
export function audienceOf({ table, people }: Change): { resource: LiveResource; rooms: string[] } | null {
  const audience = audiences[table];
  if (audience === undefined) return null;
  return {
    resource: audience.resource,
    rooms: [...people.map(personRoom), ...audience.types.map(typeRoom)],
  };
}

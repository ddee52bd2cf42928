import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { LiveResource } from '@amasin/domain/live/resources.ts';

/** A changed row, as `announce_row` and `announce_table` report it. */
export interface Change {
  readonly table: string;
  readonly op: 'insert' | 'update' | 'delete';
  readonly id: string | null;
  /** Ids of the users whom the row names, before or after the change. */
  readonly people: readonly string[];
}

interface Audience {
  /** The browser reads the queries of these names again. */
  readonly resources: readonly LiveResource[];
  /** Types that see every row, in addition to the users whom the row names. */
  readonly types: readonly UserType[];
}

/** Tells which clients are notified when a table changes. They receive the names of resources and read the rows by the API. */
const audiences: Readonly<Record<string, Audience>> = {
  orders: { resources: ['orders'], types: ['agent', 'supervisor', 'superAdmin'] },
  inquiries: { resources: ['inquiries', 'orders'], types: ['supervisor', 'superAdmin'] },
  prescriptions: { resources: ['prescriptions'], types: ['agent', 'supervisor', 'superAdmin'] },
  payments: { resources: ['payments'], types: [] },
  // This is no table, but payments that enter or leave review. Those that wait are counted with the orders.
  reviews: { resources: ['payments', 'orders'], types: ['supervisor', 'superAdmin'] },
  refunds: { resources: ['payments', 'orders'], types: ['supervisor', 'superAdmin'] },
  stray_debits: { resources: ['payments', 'orders'], types: ['supervisor', 'superAdmin'] },
  entries: { resources: ['benefits'], types: ['superAdmin'] },
  insurance_cards: { resources: ['insurance'], types: ['agent', 'supervisor', 'superAdmin'] },
  notifications: { resources: ['notifications'], types: [] },
  users: { resources: ['users'], types: ['supervisor', 'superAdmin'] },
  medications: { resources: ['medications'], types: ['agent', 'supervisor', 'superAdmin'] },
  zones: { resources: ['zones'], types: ['superAdmin'] },
  places: { resources: ['pharmacies'], types: userTypes },
  consultations: { resources: ['consultations'], types: [] },
  duty_shifts: { resources: ['pharmacies'], types: userTypes },
  duty_lists: { resources: ['pharmacies'], types: userTypes },
};

/** The room of a person, joined by all of their sockets. */
export const personRoom = (userId: string) => `person:${userId}`;
/** The room of a user type. */
export const typeRoom = (type: UserType) => `type:${type}`;
/** The room of a consultation, for the patient and the assigned doctor. */
export const chatRoom = (chatId: string) => `chat:${chatId}`;

/** The resources that have changed and the rooms to tell; null for a table without an audience. */
export function audienceOf({
  table,
  people,
}: Change): { resources: readonly LiveResource[]; rooms: string[] } | null {
  const audience = audiences[table];
  if (audience === undefined) return null;
  return {
    resources: audience.resources,
    rooms: [...people.map(personRoom), ...audience.types.map(typeRoom)],
  };
}

import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { inState } from './orders.ts';

const notDeleted = isNull(prescriptions.deletedAt);

export function prescriptionsWrittenBy(actor: Pick<Actor, '_id'>): SQL | undefined {
  return and(notDeleted, eq(prescriptions.authorId, actor._id));
}

/**
 * The scopes that make up what a user sees (authorization.csv 41), each read from an index of its own: prescribers see their
 * own, agents also those of the orders in their scope, supervisor and superAdmin all, other types none.
 */
export function prescriptionScopes(actor: Pick<Actor, '_id' | 'type'>): readonly (SQL | undefined)[] {
  switch (actor.type) {
    case 'partnerDoctor':
      return [prescriptionsWrittenBy(actor)];
    case 'agent':
      return [prescriptionsWrittenBy(actor), prescriptionsReadBy(actor), prescriptionsWaitingFor(actor)];
    case 'supervisor':
    case 'superAdmin':
      return [notDeleted];
    case 'customer':
    case 'pharmacy':
    case 'deliveryPerson':
      return [sql`false`];
  }
}

/** Prescriptions of other authors, on orders whose items this agent wrote. */
const prescriptionsReadBy = (actor: Pick<Actor, '_id'>): SQL | undefined =>
  and(notDeleted, eq(prescriptions.readerId, actor._id));

/** Prescriptions of pre-treatment orders that have this agent, or none. The ids are an array, so that they are read by primary key. */
export function prescriptionsWaitingFor(actor: Pick<Actor, '_id'>): SQL | undefined {
  const isTheirs = or(isNull(orders.agentId), eq(orders.agentId, actor._id));
  const waiting = sql`select ${orders.prescriptionId} from ${orders} where ${and(inState('pre-treatment'), isNotNull(orders.prescriptionId), isTheirs)}`;
  return and(notDeleted, sql`${prescriptions.id} = any(array(${waiting}))`);
}

/** The prescriptions that a user may see, as SQL. */
export const prescriptionsSeenBy = (actor: Pick<Actor, '_id' | 'type'>): SQL | undefined =>
  or(...prescriptionScopes(actor));

/**
 * Whether the customer of a row of `orders` keeps its prescription, as SQL: a cancelled order frees what its code named, which may be
 * somebody else’s, and keeps what was written for it.
 */
export const keepsPrescription: SQL = sql`(${orders.state} <> 'cancelled' or ${prescriptions.createdAt} >= ${orders.createdAt})`;

import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { orders } from '../database/schema/orders.ts';

/**
 * Orders in one of these states. The states are in the text of the statement: with a parameter, a plan that is kept could use
 * no partial index, and would expect as many orders in each state.
 */
export const inState = (...states: OrderState[]): SQL =>
  sql`${orders.state} in (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`;

/** The scopes that make up what a user sees: each is read from an index of its own. Undefined: all orders. */
export function orderScopes(actor: Pick<Actor, '_id' | 'type'>): readonly (SQL | undefined)[] {
  switch (actor.type) {
    case 'customer':
      return [eq(orders.customerId, actor._id)];
    case 'pharmacy':
      return [
        and(eq(orders.pharmacyId, actor._id), sql`${orders.state} not in ('pre-treatment', 'cancelled')`),
      ];
    case 'deliveryPerson':
      return [eq(orders.deliveryPersonId, actor._id)];
    case 'agent':
      return [
        eq(orders.itemsWrittenById, actor._id),
        and(inState('pre-treatment'), or(isNull(orders.agentId), eq(orders.agentId, actor._id))),
      ];
    case 'supervisor':
    case 'superAdmin':
      return [undefined];
    case 'partnerDoctor':
      return [sql`false`];
  }
}

/**
 * The orders that a user may see, as SQL (rule 10). A test checks that it matches `canSeeOrder` of the
 * domain.
 */
export const ordersSeenBy = (actor: Pick<Actor, '_id' | 'type'>): SQL | undefined =>
  or(...orderScopes(actor));

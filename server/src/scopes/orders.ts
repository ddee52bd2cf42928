import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { orders } from '../database/schema/orders.ts';

/**
 * The orders that a user may see, as SQL (RULES 10). A test checks that it matches `canSeeOrder` of the
 * domain.
 */
export function ordersSeenBy(actor: Pick<Actor, '_id' | 'type'>): SQL | undefined {
  switch (actor.type) {
    case 'customer':
      return eq(orders.customerId, actor._id);
    case 'pharmacy':
      return and(eq(orders.pharmacyId, actor._id), ne(orders.state, 'pre-treatment'));
    case 'deliveryPerson':
      return eq(orders.deliveryPersonId, actor._id);
    case 'agent':
      return or(
        eq(orders.itemsWrittenById, actor._id),
        and(eq(orders.state, 'pre-treatment'), or(isNull(orders.agentId), eq(orders.agentId, actor._id))),
      );
    case 'supervisor':
    case 'superAdmin':
      return undefined;
    case 'partnerDoctor':
      return sql`false`;
  }
}

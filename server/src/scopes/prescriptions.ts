import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { ordersSeenBy } from './orders.ts';

const notDeleted = isNull(prescriptions.deletedAt);

export function prescriptionsWrittenBy(actor: Pick<Actor, '_id'>): SQL | undefined {
  return and(notDeleted, eq(prescriptions.authorId, actor._id));
}

/**
 * The prescriptions that a user may see, as SQL (csv 41): prescribers their own, agents also those of the
 * orders in their scope, supervisor and superAdmin all, other types none.
 */
export function prescriptionsSeenBy(actor: Pick<Actor, '_id' | 'type'>): SQL | undefined {
  switch (actor.type) {
    case 'partnerDoctor':
      return prescriptionsWrittenBy(actor);
    case 'agent':
      return and(
        notDeleted,
        or(
          eq(prescriptions.authorId, actor._id),
          exists(
            sql`(select from ${orders} where ${orders.prescriptionId} = ${prescriptions.id} and ${ordersSeenBy(actor)})`,
          ),
        ),
      );
    case 'supervisor':
    case 'superAdmin':
      return notDeleted;
    case 'customer':
    case 'pharmacy':
    case 'deliveryPerson':
      return sql`false`;
  }
}

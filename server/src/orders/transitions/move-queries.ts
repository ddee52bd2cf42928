import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { encodedPlaceholder } from '../../database/statements/encoded-placeholder.ts';
import { preparedOnce } from '../../database/statements/prepared.ts';
import { noProblem } from '../change-queries.ts';

const noCancelRequest = { cancelAskedAt: null, cancelAskedReason: null, cancelDeclined: null };

const prepared = preparedOnce((db) => {
  const move = (change: PgUpdateSetSource<typeof orders>, condition?: SQL) =>
    db
      .update(orders)
      // Whatever was reported or asked, they go on.
      .set({ ...change, ...noProblem, ...noCancelRequest })
      .where(and(eq(orders.id, sql.placeholder('id')), eq(orders.state, sql.placeholder('from')), condition))
      .returning({ id: orders.id });
  const isTheirs = and(
    eq(orders.deliveryPersonId, sql.placeholder('courierId')),
    isNotNull(orders.pharmacyId),
  );
  return {
    asCourier: move({ state: encodedPlaceholder('to', orders.state) }, isTheirs).prepare('order_move'),
    ending: move({ state: 'ended', endedAt: encodedPlaceholder('at', orders.endedAt) }).prepare('order_end'),
  };
});

/**
 * Moves an order that is assigned to this courier and to a pharmacy.
 * @returns false when the order is no longer in this state, or no longer theirs
 */
export async function moveOrder(
  db: Database,
  id: string,
  { from, to }: { from: OrderState; to: OrderState },
  courierId: string,
): Promise<boolean> {
  return (await prepared(db).asCourier.execute({ id, from, to, courierId })).length === 1;
}

/** Ends a delivered order. @returns false when it is in another state */
export async function endOrder(db: Database, id: string, at: Date): Promise<boolean> {
  return (await prepared(db).ending.execute({ id, from: 'delivered', at })).length === 1;
}

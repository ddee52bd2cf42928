import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { Refusal } from '../refusal.ts';
import { inWords } from './notices.ts';
import { findOrder, findOrderFor, findReplacement, type OrderView } from './queries.ts';

/** Returns 409 STATE_CHANGED, with the label of the order's state for the reader. */
export function stateChanged(reader: Actor, order: Pick<OrderRow, 'state'>): Refusal {
  return new Refusal('STATE_CHANGED', { values: { state: orderStateLabel(order.state, reader.type) } });
}

/**
 * Reads an order that the caller may see.
 * @throws 404 NOT_FOUND, the same when the order does not exist and when the caller may not see it; REASSIGNED for a caller
 * who was replaced
 */
export async function loadOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw await notVisible(ctx, id);
  return view;
}

const roles = {
  'replace-pharmacy': 'pharmacy',
  'replace-delivery-person': 'deliveryPerson',
  'replace-agent': 'agent',
} as const;

/** Returns the refusal for an order outside the actor's scope: a replaced person reads by whom, and why. */
async function notVisible({ db, actor }: Ctx, id: string): Promise<Refusal> {
  const replacement = await findReplacement(db, id, actor._id);
  const view = replacement && (await findOrder(db, id));
  const person = view?.[roles[replacement?.action as keyof typeof roles]];
  if (!replacement || !person) return new Refusal('NOT_FOUND');
  return new Refusal('REASSIGNED', { values: { name: person.name, reason: inWords(replacement.reason) } });
}

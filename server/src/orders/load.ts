import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import { eventReasonLabels } from '@amasin/domain/orders/reasons.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { inWords } from './notices.ts';
import { findOrder, findOrderFor, findReplacement, hadUntilCancelled, type OrderView } from './queries.ts';

/** Returns 409 STATE_CHANGED, with the label of the order's state for the reader. */
export function stateChanged(reader: Actor, order: Pick<OrderRow, 'state'>): Refusal {
  return new Refusal('STATE_CHANGED', { values: { state: orderStateLabel(order.state, reader.type) } });
}

/**
 * Reads an order that the caller may see.
 * @throws 404 NOT_FOUND, the same when the order does not exist and when the caller may not see it; 404 REASSIGNED for a caller
 * who was replaced; 409 BROUGHT_BACK for the courier from whom it was taken back, STATE_CHANGED for those who had it until it was
 * cancelled
 */
export async function loadOrder(ctx: Ctx, id: string): Promise<Seen<OrderView>> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw await notVisible(ctx, id);
  return view;
}

const roles = {
  'replace-pharmacy': 'pharmacy',
  'replace-delivery-person': 'deliveryPerson',
  'replace-agent': 'agent',
} as const;

/** Returns the refusal for an order outside the actor's scope: who had it reads who has it now, or that it was taken back, and why. */
async function notVisible({ db, actor }: Ctx, id: string): Promise<Refusal> {
  if (await hadUntilCancelled(db, id, actor._id)) return stateChanged(actor, { state: 'cancelled' });
  const replacement = await findReplacement(db, id, actor._id);
  if (replacement?.action === 'release-delivery-person' && replacement.reason !== null)
    return new Refusal('BROUGHT_BACK', {
      values: { reason: eventReasonLabels[replacement.reason].toLowerCase() },
    });
  const view = replacement && (await findOrder(db, id));
  const person = view?.[roles[replacement?.action as keyof typeof roles]];
  if (!replacement || !person) return new Refusal('NOT_FOUND');
  return new Refusal('REASSIGNED', { values: { name: person.name, reason: inWords(replacement.reason) } });
}

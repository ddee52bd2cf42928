import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { problemEndpoints } from '@amasin/domain/orders/problems/problem-endpoints.ts';
import { concernsLine, shortageLabels } from '@amasin/domain/orders/problems/shortage-reason.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { invalidField } from '../../refusal.ts';
import { insertEvents } from '../change-queries.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { toSupervisors } from './announce.ts';
import { notVisible } from './not-visible.ts';
import { setShortage } from './problem-queries.ts';
import { stateChanged } from './state-changed.ts';

type Body = HandlerInput<typeof problemEndpoints.reportShortage>['body'];

/**
 * Stores why the pharmacy cannot prepare an order, with the medicine that it concerns, and tells the supervisors. Repeated, it
 * changes nothing.
 * @throws 422 INVALID for a medicine that is not in the order; 409 STATE_CHANGED once it has been fetched; 404 REASSIGNED when
 * another pharmacy is assigned
 */
export async function reportShortage(ctx: Ctx, { order, items }: OrderView, body: Body): Promise<void> {
  const { reason } = body;
  const line = concernsLine(reason) ? items.find((item) => item.medicationId === body.medicationId) : null;
  if (line === undefined) throw invalidField('medicationId', 'Ce médicament n’est pas dans cette commande');
  const note = [line?.label, body.note].filter(Boolean).join(' · ') || null;
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setShortage(tx, order.id, ctx.actor._id, { reason, note, at }))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'report-shortage', to: reason };
    await insertEvents(tx, [event]);
    // A locked phone shows the text: neither medicine nor note.
    const text = `${order.number} : ${shortageLabels[reason].toLowerCase()}.`;
    await notify(ctx.jobs, tx, at, await toSupervisors(tx, order, 'Préparation bloquée', text));
    return true;
  });
  if (isChanged) return;
  const now = await findOrderFor(ctx.db, ctx.actor, order.id);
  if (now === null) throw await notVisible(ctx, order.id);
  if (now.order.problem !== reason) throw stateChanged(ctx.actor, now.order);
}

import type { Feedback, FeedbackOutcome } from '@amasin/domain/feedback/feedback.ts';
import { record } from '../audit/record.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { toCustomer } from '../orders/notices.ts';
import { Refusal } from '../refusal.ts';
import { type FoundFeedback, findFeedback, findPage, setHandled } from './queries.ts';

/** Lists what was wrong. It names customers: each order that is read is recorded. */
export async function listFeedback(ctx: Ctx, { handled, ...page }: PageRequest & { handled: boolean }) {
  const { rows, total } = await findPage(ctx.db, handled, page);
  await recordReads(
    ctx,
    'order',
    rows.map(({ orderId: id, customerId }) => ({ id, customerId })),
  );
  return { feedback: rows.map(presentFeedback), total };
}

/** @throws 404 NOT_FOUND, also for an answer that all is well */
export async function loadFeedback(ctx: Ctx, id: string): Promise<FoundFeedback> {
  const found = await findFeedback(ctx.db, id);
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

/**
 * Notes what was done about an answer, once, and tells the customer. Repeated by the same supervisor, it changes nothing.
 * @throws 409 FEEDBACK_HANDLED with who has done it; FEEDBACK_CHANGED when the customer changed what was read; 404 NOT_FOUND when the customer has taken it back
 */
export async function handleFeedback(
  ctx: Ctx,
  { id, orderId, number, customerId }: FoundFeedback,
  { read, outcome, note }: FeedbackOutcome,
): Promise<Feedback> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const handledById = ctx.actor._id;
    if (!(await setHandled(tx, id, read, { handledAt: at, handledById, outcome, outcomeNote: note }))) return;
    const details = { fields: ['feedback'] };
    await record(ctx, tx, { action: 'change', kind: 'order', id: orderId, customerId, details });
    const order = { id: orderId, number, customerId };
    const text = `Ce que vous nous avez dit de votre commande ${number} est traité. Merci.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Votre réponse est traitée', text)]);
  });
  const now = await loadFeedback(ctx, id);
  if (now.handledById === null) throw new Refusal('FEEDBACK_CHANGED');
  if (now.handledById !== ctx.actor._id)
    throw new Refusal('FEEDBACK_HANDLED', { values: { name: now.handledBy ?? 'un collègue' } });
  return presentFeedback(now);
}

function presentFeedback(row: FoundFeedback): Feedback {
  const { id, orderId, number, customer, phone, pharmacy, courier, zone, wrongs, note } = row;
  const { answeredAt, handledAt, handledBy, outcome, outcomeNote } = row;
  return {
    _id: id,
    order: { _id: orderId, number },
    customer: { name: customer, phone },
    pharmacy,
    deliveryPerson: courier,
    zone,
    wrongs,
    note,
    answeredAt: answeredAt.toISOString(),
    handled:
      handledAt === null || outcome === null
        ? null
        : { by: handledBy ?? '', at: handledAt.toISOString(), outcome, note: outcomeNote },
  };
}

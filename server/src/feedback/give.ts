import { DAY_MS, HOUR_MS } from '@amasin/domain/contract/time.ts';
import { answerableUntil, CHANGE_HOURS } from '@amasin/domain/feedback/answer.ts';
import type { FeedbackAnswer, OwnFeedback } from '@amasin/domain/feedback/feedback.ts';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { toCustomer, toSupervisors } from '../orders/notices.ts';
import type { OrderView } from '../orders/queries.ts';
import { lockPresent } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay } from '../session/limits.ts';
import { findDeliveredAt, findOfOrder, insertAsked, saveAnswer } from './queries.ts';

/** Reads what the customer of an order has answered. */
export async function readOwnFeedback(ctx: Ctx, { order }: Seen<OrderView>): Promise<OwnFeedback> {
  const [deliveredAt, row] = await Promise.all([
    findDeliveredAt(ctx.db, order.id),
    findOfOrder(ctx.db, order.id),
  ]);
  const answer = row?.answeredAt ? { ...row, answeredAt: row.answeredAt } : null;
  return {
    answer: answer && {
      wrongs: answer.wrongs,
      note: answer.note,
      answeredAt: answer.answeredAt.toISOString(),
      handledAt: answer.handledAt?.toISOString() ?? null,
    },
    until: answerableUntil({ deliveredAt, answer }, ctx.clock.now())?.toISOString() ?? null,
  };
}

/**
 * Stores the answer to « Tout va bien ? », and tells the supervisors when something was wrong. Repeated, it changes nothing.
 * @throws 409 NOT_DELIVERED_YET; FEEDBACK_CLOSED 30 days after the delivery, a day after the first answer, or once it was handled;
 * 401 UNAUTHENTICATED when the account was deleted meanwhile; 429 TOO_MANY_TRIES
 */
export async function giveFeedback(
  ctx: Ctx,
  view: Seen<OrderView>,
  { wrongs, note: written }: FeedbackAnswer,
): Promise<OwnFeedback> {
  const { order } = view;
  const note = wrongs.length === 0 ? null : written;
  const before = await readOwnFeedback(ctx, view);
  if (before.answer && isSame(before.answer, { wrongs, note })) return before;
  if (before.until === null)
    throw new Refusal(
      (await findDeliveredAt(ctx.db, order.id)) === null ? 'NOT_DELIVERED_YET' : 'FEEDBACK_CLOSED',
    );
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    await lockPresent(tx, ctx.actor._id);
    const changedAfter = new Date(at.getTime() - CHANGE_HOURS * HOUR_MS);
    const saved = await saveAnswer(tx, order.id, { wrongs, note, at, changedAfter });
    if (saved === null) throw new Refusal('FEEDBACK_CLOSED');
    const details = { fields: ['feedback'] };
    const { id, customerId } = order;
    await record(ctx, tx, { action: 'change', kind: 'order', id, customerId, details });
    if (wrongs.length === 0 || saved.hadWrongs) return;
    // An answer may be taken back and given again, and each time all supervisors are told.
    await countOfDay(ctx, tx, 'feedback');
    // A locked phone shows the text, which therefore does not say what was wrong.
    const text = `${order.number} : quelque chose n’allait pas à la livraison.`;
    await notify(ctx.jobs, tx, at, await toSupervisors(tx, order, 'Réponse à traiter', text));
  });
  return readOwnFeedback(ctx, view);
}

type Said = Pick<NonNullable<OwnFeedback['answer']>, 'wrongs' | 'note'>;

const isSame = (one: Said, other: Said) =>
  one.note === other.note && one.wrongs.join() === other.wrongs.join();

/** One run asks about this many orders at most. */
const ASKED = 200;

/** An order is asked about within this time of its delivery, ms: the night, and an outage. */
const ASKED_WITHIN_MS = 2 * DAY_MS;

/** Asks customers, once an order, whether all is well some hours after its delivery. @returns how many */
export async function askFeedback(ctx: SystemCtx): Promise<number> {
  const { feedbackHours } = ctx.settings;
  if (feedbackHours === 0) return 0;
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    const to = new Date(at.getTime() - feedbackHours * HOUR_MS);
    const from = new Date(to.getTime() - ASKED_WITHIN_MS);
    const asked = await insertAsked(tx, { from, to, at, limit: ASKED });
    const messages = asked.map((order) =>
      toCustomer(
        order,
        'Tout va bien ?',
        `Votre commande ${order.number} est livrée. Dites-nous si tout va bien.`,
      ),
    );
    await notify(ctx.jobs, tx, at, messages);
    return asked.length;
  });
}

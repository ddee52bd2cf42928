import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { type OrderState, transitionTo } from '@amasin/domain/orders/lifecycle.ts';
import {
  type CancelReason,
  concernsLine,
  isRecalled,
  isShortage,
  type ProblemReason,
  problemLabels,
  type ShortageReason,
  shortageLabels,
} from '@amasin/domain/orders/reasons.ts';
import { shareEarned } from '../benefits/notices.ts';
import { bookOrder, recordEnding } from '../benefits/record-journals.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { together, transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { announceBySms } from '../sms/send.ts';
import { deliveredWords, onTheWayWords } from '../sms/texts.ts';
import { cancelOrder } from './cancel.ts';
import {
  clearProblem,
  endOrder,
  insertEvents,
  setDelivered,
  setDeparted,
  setLateTold,
  setOpened,
  setProblem,
  setReady,
  setShortage,
} from './change-queries.ts';
import { codeRefusal, countWrongCode, type Handover, newHandoverCode, proofOf } from './hand-over.ts';
import { promisedBefore } from './list.ts';
import { loadOrder, stateChanged } from './load.ts';
import { type Announced, toCustomer, toOne, toSupervisors } from './notices.ts';
import { payOrder } from './pay.ts';
import { didMove, type OrderView } from './queries.ts';
import { holdAgain } from './recalled.ts';
import { isUnseen } from './warn.ts';

interface Advance {
  readonly to: OrderState;
  /** The reason of a supervisor who cancels it. */
  readonly reason: CancelReason;
  /** What the courier says who hands it over. */
  readonly handover: Handover;
}

/**
 * Moves an order to the next state with the domain's transition table and a conditional update (rule 8). Repeated by the
 * same user, it changes nothing.
 * @throws 403 FORBIDDEN for another role's transition; 409 SHORTAGE_OPEN for a recalled medicine, HANDOVER_CODE_WRONG, HANDOVER_CODE_SPENT; 404 REASSIGNED when it left the caller's scope; 409 STATE_CHANGED when
 * it is in another state; 402 PAYMENT_REQUIRED or PAYMENT_PENDING for an unpaid order
 */
export async function advanceOrder(
  ctx: Ctx,
  view: Seen<OrderView>,
  { to, reason, handover }: Advance,
): Promise<void> {
  const transition = transitionTo(to);
  if (transition === undefined) throw stateChanged(ctx.actor, view.order);
  if (!transition.by.includes(ctx.actor.type)) throw new Refusal('FORBIDDEN');
  if (transition.action === 'pay') return payOrder(ctx, view, { state: 'pending' });
  if (transition.action === 'cancel')
    return cancelOrder(ctx, view, ctx.actor.type === 'customer' ? 'customer' : reason);

  const { order } = view;
  const { action, from } = transition;
  const { code, reason: unproven } = handover;
  const handoverCode = newHandoverCode(ctx);
  const moved = await transact(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const change =
      to === 'ended'
        ? endOrder(tx, order.id, at)
        : to === 'delivered'
          ? setDelivered(tx, order.id, ctx.actor._id, proofOf(ctx, handover))
          : setDeparted(tx, order.id, ctx.actor._id, handoverCode);
    if (!(await change)) {
      if (to === 'delivered' && code !== null) await countWrongCode(ctx, tx, order, { code, at });
      return false;
    }
    const event = { orderId: order.id, at, actorId: ctx.actor._id };
    const isWithoutCode = to === 'delivered' && code === null && unproven !== null;
    await together(
      insertEvents(tx, [
        { ...event, action, from, to },
        ...(isWithoutCode ? [{ ...event, action: 'hand-over-without-code', to: unproven }] : []),
      ]),
      bookMove(ctx, tx, { to, orderId: order.id, at }),
      notifyMove(ctx, tx, { to, order, at }),
      announceMove(ctx, tx, to, view, handoverCode),
    );
    return true;
  });
  if (moved) return;
  const now = await loadOrder(ctx, order.id);
  const isMine = now.order.state === to && (await didMove(ctx.db, order.id, ctx.actor._id, to));
  if (isMine) return;
  if (to === 'delivering' && isRecalled(now.order.problem)) throw new Refusal('SHORTAGE_OPEN');
  throw (to === 'delivered' && code !== null && codeRefusal(now.order)) || stateChanged(ctx.actor, now.order);
}

/** Books what the pharmacy, the courier or the prescriber of an order is owed from this move on (rule 57). */
async function bookMove(
  { jobs, settings }: Ctx,
  tx: Database,
  { to, orderId, at }: { to: OrderState; orderId: string; at: Date },
): Promise<void> {
  if (to === 'delivering') await bookOrder(tx, { orderId, kind: 'handover', at });
  if (to === 'delivered')
    await bookOrder(tx, { orderId, kind: 'delivery', keptPercent: settings.courierFeeKeptPercent, at });
  const share = to === 'ended' ? await recordEnding(tx, { orderId, at }) : null;
  if (share !== null) await notify(jobs, tx, at, [shareEarned(share)]);
}

/** Tells the customer by SMS, as her telephone may be offline. */
async function announceMove(
  ctx: Ctx,
  tx: Database,
  to: OrderState,
  view: OrderView,
  handoverCode: string | null,
): Promise<void> {
  const { order, customer, deliveryPerson } = view;
  const moment = { to: customer.phone, about: order.id };
  if (to === 'delivering')
    await announceBySms(ctx, tx, {
      ...moment,
      words: onTheWayWords(order.number, deliveryPerson, handoverCode),
    });
  else if (to === 'delivered')
    await announceBySms(ctx, tx, {
      ...moment,
      words: deliveredWords(order.number, ctx.settings.contactPhone),
    });
}

/** Notifies the customer, and supervisors of a delivery (rule 36). */
async function notifyMove(
  { jobs }: Ctx,
  tx: Database,
  { to, order, at }: { to: OrderState; order: OrderView['order']; at: Date },
): Promise<void> {
  const { number } = order;
  if (to === 'delivering') {
    await notify(jobs, tx, at, [toCustomer(order, 'En route', `Votre commande ${number} est en livraison.`)]);
  } else if (to === 'delivered') {
    await notify(jobs, tx, at, [
      toCustomer(order, 'Commande livrée', `Votre commande ${number} est livrée.`),
      ...(await toSupervisors(tx, order, 'Commande livrée', `${number} est livrée et peut être terminée.`)),
    ]);
  } else if (to === 'ended') {
    await notify(jobs, tx, at, [
      toCustomer(
        order,
        'Commande terminée',
        `Votre commande ${number} est terminée. Merci de votre confiance.`,
      ),
    ]);
  }
}

/**
 * Sets whether an order is ready to be fetched, and tells its courier. Repeated, it changes nothing.
 * @throws 409 WARNING_UNSEEN while its pharmacy has not seen a warning of it; STATE_CHANGED once it has been fetched; SHORTAGE_OPEN while
 * a shortage of it is not solved; WITH_COURIER while a courier has its medicines; 404 REASSIGNED when another pharmacy is assigned
 */
export async function markReady(
  ctx: Ctx,
  { order, pharmacy }: Seen<OrderView>,
  ready: boolean,
): Promise<void> {
  if (ready && order.readyAt === null && (await isUnseen(ctx, order))) throw new Refusal('WARNING_UNSEEN');
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setReady(tx, order.id, ctx.actor._id, ready ? at : null))) return false;
    const action = ready ? 'mark-ready' : 'mark-not-ready';
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action }]);
    const courierId = order.deliveryPersonId;
    if (ready && courierId !== null) {
      const text = `${order.number} vous attend à ${pharmacy?.name ?? 'la pharmacie'}.`;
      await notify(ctx.jobs, tx, at, [toOne(courierId, 'deliveryPerson', order, 'Commande prête', text)]);
    }
    return true;
  });
  if (isChanged) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.state !== 'pending') throw stateChanged(ctx.actor, now);
  if (now.heldById !== null) throw new Refusal('WITH_COURIER');
  if (ready && now.readyAt === null) throw new Refusal('SHORTAGE_OPEN');
}

/** Notes that its pharmacy has opened an order, which is new until then. */
export async function noteOpened({ db, actor, clock }: Ctx, { order }: Seen<OrderView>): Promise<void> {
  if (actor.type === 'pharmacy' && order.openedAt === null)
    await setOpened(db, order.id, actor._id, clock.now());
}

/**
 * Stores why the courier cannot deliver an order, and tells the supervisors and the customer. Repeated, it changes nothing.
 * @throws 409 STATE_CHANGED for an order that is not being delivered; SHORTAGE_OPEN while a shortage of it is not solved, which it would
 * hide; 404 REASSIGNED when another courier is assigned
 */
export async function reportProblem(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  { reason, note }: { reason: ProblemReason; note: string | null },
): Promise<void> {
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setProblem(tx, order.id, ctx.actor._id, { reason, note, at }))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'report-problem', to: reason };
    await insertEvents(tx, [event]);
    const text = `${order.number} : ${problemLabels[reason].toLowerCase()}.${note === null ? '' : ` ${note}`}`;
    await notify(ctx.jobs, tx, at, [
      ...(await toSupervisors(tx, order, 'Livraison bloquée', text)),
      // Another note is none of hers.
      ...(order.problem === reason ? [] : [blockedNotice(order, reason)]),
    ]);
    return true;
  });
  if (isChanged) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.problem !== null && (isShortage(now.problem) || isRecalled(now.problem)))
    throw new Refusal('SHORTAGE_OPEN');
  if (now.problem !== reason) throw stateChanged(ctx.actor, now);
}

/**
 * Ends the problem of an order, and tells its customer and the courier or the pharmacy that reported it; it waits again where another recall
 * concerns it. Repeated, it changes nothing.
 * @param reported when the problem began that the caller has read
 * @throws 409 PROBLEM_CHANGED when the order has another problem by now
 */
export async function solveProblem(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  reported: string | undefined,
): Promise<void> {
  const { problemAt: since } = order;
  if (since === null) return;
  if (reported !== undefined && new Date(reported).getTime() !== since.getTime())
    throw new Refusal('PROBLEM_CHANGED');
  const isSolved = await transact(ctx.db, async (tx) => {
    if (!(await clearProblem(tx, order.id, since))) return false;
    const at = ctx.clock.now();
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'solve-problem' };
    await insertEvents(tx, [{ ...event, from: order.problem }]);
    if (isRecalled(order.problem) && (await holdAgain(ctx, tx, { orderId: order.id, since, at })))
      return true;
    await notify(ctx.jobs, tx, at, [
      toCustomer(
        order,
        'Votre commande avance',
        `C’est réglé : votre commande ${order.number} suit son cours.`,
      ),
      ...unblockedNotices(order),
    ]);
    return true;
  });
  if (isSolved) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.problemAt !== null) throw new Refusal('PROBLEM_CHANGED');
}

function unblockedNotices(order: OrderView['order']): Message[] {
  const { number, problem, pharmacyId, deliveryPersonId } = order;
  const isPreparing = isRecalled(problem) && order.state === 'pending';
  if (problem !== null && (isShortage(problem) || isPreparing)) {
    const text = `${number} peut de nouveau être préparée.`;
    return pharmacyId === null ? [] : [toOne(pharmacyId, 'pharmacy', order, 'Préparation débloquée', text)];
  }
  const text = `${number} peut de nouveau être livrée.`;
  return deliveryPersonId === null
    ? []
    : [toOne(deliveryPersonId, 'deliveryPerson', order, 'Livraison débloquée', text)];
}

/** Tells the customer that her order is blocked, and what happens next; a locked phone shows it, so it names no medicine. */
function blockedNotice(order: OrderView['order'], reason: ProblemReason | ShortageReason): Message {
  const { title, text } = blocked[isShortage(reason) ? 'shortage' : reason];
  return toCustomer(order, title, text.replace('{number}', order.number));
}

const blocked: Readonly<Record<ProblemReason | 'shortage', { title: string; text: string }>> = {
  shortage: {
    title: 'Préparation en attente',
    text: 'La pharmacie ne peut pas encore préparer votre commande {number}. Notre équipe cherche une solution et vous prévient ; vous n’avez rien à faire.',
  },
  'customer-absent': {
    title: 'Le livreur vous cherche',
    text: 'Le livreur ne vous a pas trouvé pour remettre votre commande {number}. Gardez votre téléphone près de vous : nous nous en occupons.',
  },
  'address-not-found': {
    title: 'Le livreur cherche votre adresse',
    text: 'Le livreur ne trouve pas l’adresse de votre commande {number}. Gardez votre téléphone près de vous : nous nous en occupons.',
  },
  'medicine-missing': {
    title: 'Livraison en attente',
    text: 'Votre commande {number} n’est pas complète. Notre équipe s’en occupe et vous prévient ; vous n’avez rien à faire.',
  },
};

/** One run tells this many customers at most; the next ones tell the others. */
const LATE_BATCH = 200;

/** Tells customers, once an order, that it is not delivered within the promised time, and what they can do. @returns how many */
export async function tellLate(ctx: SystemCtx): Promise<number> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    const late = await setLateTold(tx, { promisedBefore: promisedBefore(ctx), at, limit: LATE_BATCH });
    await notify(ctx.jobs, tx, at, late.map(lateNotice));
    return late.length;
  });
}

const lateNotice = (order: Announced & { readonly state: OrderState }): Message =>
  toCustomer(
    order,
    'Commande en retard',
    order.state === 'delivering'
      ? `Votre commande ${order.number} est en route, avec du retard. Gardez votre téléphone près de vous.`
      : `Votre commande ${order.number} a du retard. Nous la suivons de près ; vous pouvez l’attendre, ou demander son annulation.`,
  );

type ShortageBody = HandlerInput<typeof orderEndpoints.reportShortage>['body'];

/**
 * Stores why the pharmacy cannot prepare an order, with the medicine that it concerns, and tells the supervisors and the customer.
 * Repeated, it changes nothing.
 * @throws 422 INVALID for a medicine that is not in the order; 409 STATE_CHANGED once it has been fetched; WITH_COURIER
 * while a courier has its medicines; 404 REASSIGNED when another pharmacy is assigned
 */
export async function reportShortage(
  ctx: Ctx,
  { order, items }: Seen<OrderView>,
  body: ShortageBody,
): Promise<void> {
  const { reason } = body;
  const line = concernsLine(reason) ? items.find((item) => item.medicationId === body.medicationId) : null;
  if (line === undefined) throw invalidField('medicationId', 'Ce médicament n’est pas dans cette commande');
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, (tx) =>
    setMissing(ctx, tx, order, { line, reason, note: body.note, at }),
  );
  if (isChanged) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.state === 'pending' && now.heldById !== null) throw new Refusal('WITH_COURIER');
  if (isRecalled(now.problem)) throw new Refusal('SHORTAGE_OPEN');
  if (now.problem !== reason) throw stateChanged(ctx.actor, now);
}

interface Missing {
  /** The line that lacks; null for a shortage of no line. */
  readonly line: { readonly medicationId: string; readonly label: string } | null;
  readonly reason: ShortageReason;
  readonly note: string | null;
  /** Whether the customer is asked something about it, which is then what she is told. */
  readonly isAsked?: boolean;
  readonly at: Date;
}

/** Stores a shortage of a pending order, and tells the supervisors and the customer. @returns false when nothing changed */
export async function setMissing(
  ctx: Ctx,
  tx: Database,
  order: OrderView['order'],
  { line, reason, note, isAsked = false, at }: Missing,
): Promise<boolean> {
  const named = [line?.label, note].filter(Boolean).join(' · ') || null;
  const shortage = { reason, note: named, medicationId: line?.medicationId ?? null, at };
  if (!(await setShortage(tx, order.id, ctx.actor._id, shortage))) return false;
  await insertEvents(tx, [
    { orderId: order.id, at, actorId: ctx.actor._id, action: 'report-shortage', to: reason },
  ]);
  // A locked phone shows the text, which therefore names neither medicine nor note.
  const text = `${order.number} : ${shortageLabels[reason].toLowerCase()}.`;
  await notify(ctx.jobs, tx, at, [
    ...(await toSupervisors(tx, order, 'Préparation bloquée', text)),
    // She is told once of what her pharmacy lacks.
    ...(isAsked || (order.problem !== null && isShortage(order.problem))
      ? []
      : [blockedNotice(order, reason)]),
  ]);
  return true;
}

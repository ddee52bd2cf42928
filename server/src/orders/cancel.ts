import { formatAmount } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { sumOf } from '@amasin/domain/orders/give-back.ts';
import {
  type CancelDecline,
  type CancelReason,
  type CancelRequestReason,
  cancelDeclinesForCustomer,
  cancelReasonsForCustomer,
  cancelRequestLabels,
  type StaffCancelReason,
} from '@amasin/domain/orders/reasons.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { bookOrder } from '../benefits/record-journals.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { refundWay } from '../payments/choose-sender.ts';
import { lockPayment, updatePayment } from '../payments/queries.ts';
import { findRefundLines, insertRefund } from '../payments/refund-queries.ts';
import { returnToPrescription } from '../prescriptions/order.ts';
import { lockPrescription, renewReader } from '../prescriptions/write-queries.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import {
  insertEvents,
  lockOrder,
  type PaidCancellation,
  setCancelAsked,
  setCancelDeclined,
  setCancelled,
  setCancelledPaid,
} from './change-queries.ts';
import { payReturn } from './hand-over.ts';
import { loadOrder, stateChanged } from './load.ts';
import { type Announced, toCustomer, toOne, toSupervisors } from './notices.ts';
import { findUnpaidOrders, isBeingPaid } from './payment-queries.ts';
import { didMove, findOrder, type OrderView } from './queries.ts';

/**
 * Cancels an order that is not paid. Repeated by the same user, it changes nothing.
 * @throws 409 STATE_CHANGED; what closeOrder throws; 404 when it left the caller's scope
 */
export async function cancelOrder(ctx: Ctx, { order }: Seen<OrderView>, reason: CancelReason): Promise<void> {
  const { actor } = ctx;
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await closeOrder(tx, order, { reason, actorId: actor._id, at }))) return false;
    await notify(ctx.jobs, tx, at, messagesOf(ctx, order, reason));
    return true;
  });
  if (isChanged) return;
  const now = await loadOrder(ctx, order.id);
  const isMine = now.order.state === 'cancelled' && (await didMove(ctx.db, order.id, actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(actor, now.order);
}

/** Tells the customer, if somebody else cancels the order, and the agent who was to read it. */
function messagesOf({ actor }: Ctx, order: OrderView['order'], reason: CancelReason): Message[] {
  const { agentId, itemsCount, number } = order;
  return [
    ...(order.customerId === actor._id ? [] : [cancelledNotice(order, reason)]),
    ...(agentId === null || itemsCount > 0
      ? []
      : [toOne(agentId, 'agent', order, 'Commande annulée', `${number} n’est plus à lire.`)]),
  ];
}

/** Tells the customer that the order is cancelled, and why. */
const cancelledNotice = (order: Announced, reason: CancelReason): Message =>
  toCustomer(
    order,
    'Commande annulée',
    `Votre commande ${order.number} est annulée : ${cancelReasonsForCustomer[reason]}.`,
  );

/**
 * Stores that the customer asks to cancel a paid order, and tells the supervisors. Repeated, it changes nothing: a supervisor
 * decides once about an order.
 * @throws 409 STATE_CHANGED when its delivery has started, or it is not paid
 */
export async function askCancel(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  reason: CancelRequestReason,
): Promise<void> {
  const at = ctx.clock.now();
  const isAsked = await transact(ctx.db, async (tx) => {
    if (!(await setCancelAsked(tx, order.id, { reason, at }))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'ask-cancel', to: reason };
    await insertEvents(tx, [event]);
    const text = `${order.number} : ${cancelRequestLabels[reason].toLowerCase()}.`;
    await notify(ctx.jobs, tx, at, await toSupervisors(tx, order, 'Annulation demandée', text));
    return true;
  });
  if (isAsked) return;
  const now = (await findOrder(ctx.db, order.id))?.order;
  if (now?.state !== 'pending') throw stateChanged(ctx.actor, now ?? order);
}

/**
 * Declines what the customer asked, and tells them why. Repeated with the same reason, it changes nothing.
 * @throws 409 STATE_CHANGED when the order has moved; 409 CANCEL_DECIDED; 404 when nothing was asked
 */
export async function declineCancel(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  declined: CancelDecline,
): Promise<void> {
  const at = ctx.clock.now();
  const isDeclined = await transact(ctx.db, async (tx) => {
    if (!(await setCancelDeclined(tx, order.id, declined))) return false;
    const event = { orderId: order.id, at, actorId: ctx.actor._id, action: 'decline-cancel', to: declined };
    await insertEvents(tx, [event]);
    const text = `Votre commande ${order.number} n’est pas annulée : ${cancelDeclinesForCustomer[declined]}.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Commande non annulée', text)]);
    return true;
  });
  if (isDeclined) return;
  const now = (await findOrder(ctx.db, order.id))?.order;
  if (now?.state !== 'pending') throw stateChanged(ctx.actor, now ?? order);
  if (now.cancelAskedAt === null) throw new Refusal('NOT_FOUND');
  if (now.cancelDeclined !== declined) throw new Refusal('CANCEL_DECIDED');
}

/**
 * Cancels a paid order at its customer's request, all in one transaction. Repeated by the same user, it changes nothing.
 * @throws 409 STATE_CHANGED when its delivery has started, or another user cancelled it; 404 when nothing was asked
 */
export async function acceptCancel(ctx: Ctx, view: Seen<OrderView>): Promise<void> {
  const { order: known } = view;
  const cancellation = { by: 'asked', reason: 'customer', note: null } as const;
  if (await transact(ctx.db, (tx) => cancelPaid(ctx, tx, view, cancellation))) return;
  const now = (await findOrder(ctx.db, known.id))?.order;
  if (now?.state === 'pending') throw new Refusal('NOT_FOUND');
  const isMine = now?.state === 'cancelled' && (await didMove(ctx.db, known.id, ctx.actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(ctx.actor, now ?? known);
}

/**
 * Cancels a paid order that its customer did not ask to cancel, all in one transaction; also one that is on its way and cannot be
 * handed over (rule 51). Repeated by the same user, it changes nothing.
 * @throws 409 CANCEL_ASKED while a request of its customer waits for an answer; STATE_CHANGED when it is not paid, it is
 * delivered, or another user cancelled it
 */
export async function cancelUnasked(
  ctx: Ctx,
  view: Seen<OrderView>,
  { reason, note }: { reason: StaffCancelReason; note: string | null },
): Promise<void> {
  const { order: known } = view;
  const cancellation = { by: 'unasked', reason, note } as const;
  if (await transact(ctx.db, (tx) => cancelPaid(ctx, tx, view, cancellation))) return;
  const now = (await findOrder(ctx.db, known.id))?.order;
  if (now?.state === 'pending' && now.cancelAskedAt !== null && now.cancelDeclined === null)
    throw new Refusal('CANCEL_ASKED');
  const isMine = now?.state === 'cancelled' && (await didMove(ctx.db, known.id, ctx.actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(ctx.actor, now ?? known);
}

/**
 * Locks a paid order with its payment and its prescription, in the same order as a payment does.
 * @returns null when it is not paid by that payment any more
 */
export async function lockPaid(
  tx: Database,
  known: Pick<OrderRow, 'id' | 'paymentId' | 'prescriptionId'>,
): Promise<{ payment: PaymentRow; order: OrderRow } | null> {
  const payment = known.paymentId === null ? null : await lockPayment(tx, known.paymentId);
  if (known.prescriptionId !== null) await lockPrescription(tx, known.prescriptionId);
  const order = await lockOrder(tx, known.id);
  return payment === null || order.paymentId !== payment.id ? null : { payment, order };
}

/**
 * Cancels a paid order: records the refund of all that was not given back before with its journal, frees its prescription, and tells the
 * people of the order. The repeated job sends the refund.
 * @returns false, with nothing changed, when the order is not to be cancelled
 */
export async function cancelPaid(
  ctx: Ctx,
  tx: Database,
  { order: known, pharmacy }: OrderView,
  cancellation: PaidCancellation,
): Promise<boolean> {
  const pharmacyName = pharmacy?.name ?? 'la pharmacie';
  const locked = await lockPaid(tx, known);
  if (locked === null) return false;
  const { payment, order } = locked;
  const { state: from } = order;
  const isCancellable = from === 'pending' || (from === 'delivering' && cancellation.by === 'unasked');
  if (!isCancellable || !(await setCancelledPaid(tx, order.id, from, cancellation))) return false;
  const at = ctx.clock.now();
  const { id: orderId, customerId, prescriptionId } = order;
  const given = await findRefundLines(tx, orderId);
  const amount = order.paid - sumOf(given).total;
  if (prescriptionId !== null) await returnToPrescription(tx, prescriptionId, at);
  await updatePayment(tx, payment.id, { status: 'refunded' });
  const debit = payment.providerReference ?? payment.transactionId;
  const way = refundWay(ctx, payment, { amount, isPart: given.length > 0 });
  const decision = { paymentId: payment.id, debit, customerId, orderId, amount, ...way };
  const refund = await insertRefund(tx, { ...decision, askedById: ctx.actor._id, askedAt: at });
  await payReturn(ctx, tx, order, at);
  await bookOrder(tx, { orderId, kind: 'cancellation', refundId: refund.id, at });
  const action = cancellation.by === 'asked' ? 'accept-cancel' : 'cancel-paid';
  await insertEvents(tx, [{ orderId, at, actorId: ctx.actor._id, action, from, to: 'cancelled' }]);
  await notify(ctx.jobs, tx, at, refundMessages(order, amount, cancellation, pharmacyName));
  return true;
}

/** Tells the customer, and the pharmacy and the couriers, who no longer see the order; whoever has its medicines brings them back. */
function refundMessages(
  order: OrderRow,
  amount: number,
  { by, reason }: PaidCancellation,
  pharmacyName: string,
): Message[] {
  const { number, pharmacyId, deliveryPersonId, heldById } = order;
  const carrierId = order.state === 'delivering' ? deliveryPersonId : heldById;
  const back = `${number} est annulée. Les médicaments sont à rendre à ${pharmacyName}.`;
  const toStaff = (userId: string | null, link: string, text: string): Message[] =>
    userId === null ? [] : [{ userId, title: 'Commande annulée', message: text, link }];
  const why = by === 'asked' ? ', comme vous l’avez demandé' : ` : ${cancelReasonsForCustomer[reason]}`;
  return [
    toCustomer(
      order,
      'Commande annulée',
      `Votre commande ${number} est annulée${why}. Remboursement de ${formatAmount(amount)} F en cours.`,
    ),
    ...toStaff(
      pharmacyId,
      '/pharmacy-dashboard',
      carrierId === null
        ? `${number} n’est plus à préparer.`
        : `${number} est annulée. Le livreur doit vous rendre les médicaments.`,
    ),
    ...toStaff(carrierId, '/delivery-dashboard', back),
    ...(deliveryPersonId === carrierId
      ? []
      : toStaff(deliveryPersonId, '/delivery-dashboard', `${number} n’est plus à livrer.`)),
  ];
}

interface Closing {
  readonly reason: CancelReason;
  /** Null when the system cancels. */
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Cancels an order that is not paid; its prescription can be ordered again. A payment that is confirmed afterwards is put
 * under review, since the order is no longer in pre-treatment.
 * @returns false when the order has changed
 * @throws 409 ORDER_BEING_PAID while the customer can still pay in an open portal
 */
export async function closeOrder(
  tx: Database,
  { id, prescriptionId }: Pick<OrderRow, 'id' | 'prescriptionId'>,
  { reason, actorId, at }: Closing,
): Promise<boolean> {
  // Opening a payment locks both too: none is opened from here on.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  await lockOrder(tx, id);
  if (await isBeingPaid(tx, id, portalsOpenSince(at))) throw new Refusal('ORDER_BEING_PAID');
  if (!(await setCancelled(tx, id, { reason, prescriptionId }))) return false;
  if (prescriptionId !== null) await renewReader(tx, prescriptionId);
  const event = { orderId: id, at, actorId, action: 'cancel', from: 'pre-treatment', to: 'cancelled' };
  await insertEvents(tx, [event]);
  return true;
}

/** Returns the time before which a payment was opened that can no longer be made in its portal. */
export const portalsOpenSince = (now: Date): Date => new Date(now.getTime() - PORTAL_MINUTES * 60_000);

/** One run closes this many orders at most; the next ones close the others. */
const BATCH = 200;

/**
 * Cancels orders that have waited for their customer (to pay, or to send another photograph) for `unpaidDays` since their last
 * event. An order that waits for a pharmacist is not cancelled.
 * @returns how many
 */
export async function closeUnpaidOrders({ db, clock, settings, jobs, log }: SystemCtx): Promise<number> {
  const at = clock.now();
  const untouchedSince = new Date(at.getTime() - settings.unpaidDays * DAY_MS);
  const askedSince = new Date(at.getTime() - DAY_MS);
  const since = { untouchedSince, askedSince };
  let closed = 0;
  for (const order of await findUnpaidOrders(db, since, portalsOpenSince(at), BATCH)) {
    try {
      await transact(db, async (tx) => {
        if (!(await closeOrder(tx, order, { reason: 'unpaid', actorId: null, at }))) return;
        await notify(jobs, tx, at, [cancelledNotice(order, 'unpaid')]);
        closed += 1;
      });
    } catch (error) {
      log.error({ err: error, orderId: order.id }, 'could not close an unpaid order');
    }
  }
  return closed;
}

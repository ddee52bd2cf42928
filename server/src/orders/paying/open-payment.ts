import { randomUUID } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import type { Basket, Means } from '../../payments/baskets/choose-payment.ts';
import { claimBasket, confirmEarlierPayments } from '../../payments/baskets/claim-basket.ts';
import { awaitPortal, createPayment, openPortal } from '../../payments/open-portal.ts';
import { defaultMeans, meansOf } from '../../payments/providers/means-of.ts';
import { releasePrescription, reservePrescription } from '../../prescriptions/ordering/reservation.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { applyMissedDecision, findMissedDecision } from '../insurance/apply-decision.ts';
import { askCardCheck, refuseUnverified } from '../insurance/ask-card-check.ts';
import { freezeOrder } from '../placing/freeze-order.ts';
import { findOrder, findOrderFor } from '../queries.ts';
import { quoteOf } from '../quote.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { contentDigest } from './content-digest.ts';
import { findOrderPaidWith, hasOtherOpenPayment } from './payment-queries.ts';
import { reprice } from './reprice.ts';

/** Attempts when a prescription is edited between reading and reserving it. */
const ATTEMPTS = 3;

type Body = HandlerInput<typeof endpoints.openPayment>['body'];

interface Purpose {
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  /** The version of the prescription that is paid; null without prescription. */
  readonly prescription: { readonly _id: string; readonly version: number } | null;
  readonly message: string;
}

/**
 * Opens a payment for a draft, frozen with its amount (rule 13), or for an existing order. Its prescription is reserved in
 * the same transaction (rule 19). A basket has one open payment across tabs and devices (decision 20).
 * @throws what freezeOrder and reprice throw; 422 INVALID for a choice that is not offered; 404 NOT_FOUND; 409 ALREADY_PAID, PAYMENT_UNDER_REVIEW, NOT_PAYABLE_YET,
 * PRESCRIPTION_USED, PRESCRIPTION_RESERVED; 503 PAYMENT_SERVICE_ERROR
 */
export async function openPayment(ctx: Ctx, body: Body) {
  const means = meansOf(ctx, body);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const purpose = body.order
      ? await payForDraft(ctx, body.order)
      : await payForOrder(ctx, body.orderId ?? '');
    const basket = basketOf(ctx, purpose, body, means);
    await confirmEarlierPayments(ctx, basket);
    const taken = await insertPayment(ctx, purpose, basket);
    if (taken === null) continue;
    if ('quote' in taken) throw amountChanged(taken.quote);
    const { payment, isNew } = taken;
    if (!isNew) return awaitPortal(ctx, payment);
    return openPortal(ctx, payment, purpose.message, () => release(ctx, payment));
  }
  throw new Refusal('PRESCRIPTION_RESERVED');
}

/** A draft's basket is identified by its id and its content, an order by its id. */
function basketOf(
  ctx: Ctx,
  { amount, draft, orderId, prescription }: Purpose,
  body: Body,
  means: Means | null,
): Basket {
  return {
    customerId: ctx.actor._id,
    basketId: orderId ?? (body.basketId || randomUUID()),
    contentDigest: draft === null ? `order:${orderId}` : contentDigest(draft),
    amount,
    prescriptionVersion: prescription?.version ?? null,
    again: body.again === true,
    means,
  };
}

/**
 * Returns the basket's open payment, or inserts a new one. Before a new one, the order gets what was decided about its card while an
 * earlier payment was open; if that changes its total, the new quote is committed and returned, and no payment is opened.
 * @returns null, with nothing written, when the prescription was edited since the amount was read
 * @throws 409 ALREADY_PAID, PAYMENT_UNDER_REVIEW, PRESCRIPTION_USED, AMOUNT_CHANGED
 */
function insertPayment(
  ctx: Ctx,
  purpose: Purpose,
  basket: Basket,
): Promise<{ payment: PaymentRow; isNew: boolean } | { quote: Quote } | null> {
  const { amount, draft, orderId, prescription } = purpose;
  return transact(ctx.db, async (tx) => {
    const decision = await claimBasket(tx, basket, ctx.clock.now());
    if (decision.kind === 'paid') throw await alreadyPaid(tx, decision.payment.orderId);
    if (decision.kind === 'under-review') throw new Refusal('PAYMENT_UNDER_REVIEW');
    if (decision.kind === 'open') return { payment: decision.payment, isNew: false };
    if (orderId !== null) {
      const order = await applyMissedDecision(ctx, tx, orderId);
      if (order.state === 'pre-treatment' && order.total !== amount) return { quote: quoteOf(order) };
    }
    if (prescription !== null && !(await reserve(ctx, tx, purpose, prescription))) return null;
    const payment = await createPayment(ctx, tx, {
      amount,
      basketId: decision.basketId,
      contentDigest: basket.contentDigest,
      ...(basket.means ?? defaultMeans(ctx)),
      draft,
      orderId,
      prescriptionId: prescription?._id ?? null,
      prescriptionVersion: prescription?.version ?? null,
    });
    return { payment, isNew: true };
  });
}

/** @throws 409 ALREADY_PAID when the customer used this prescription themselves; what freezeOrder throws */
async function payForDraft(ctx: Ctx, order: OrderDraft): Promise<Purpose> {
  try {
    const draft = await freezeOrder(ctx, order, 'order.');
    const { quote, prescription = null } = draft;
    return {
      amount: quote.total,
      draft,
      orderId: null,
      prescription,
      message: 'Commande de médicaments Amasin',
    };
  } catch (error) {
    const code = 'prescriptionNumber' in order.prescription ? order.prescription.prescriptionNumber : null;
    if (code === null || !(error instanceof Refusal) || error.code !== 'PRESCRIPTION_USED') throw error;
    const paidOrder = await findOrderPaidWith(ctx.db, ctx.actor._id, readPrescriptionNumber(code) ?? '');
    throw paidOrder === null ? error : new Refusal('ALREADY_PAID', { order: paidOrder });
  }
}

async function alreadyPaid(db: Database, orderId: string | null): Promise<Refusal> {
  const paid = orderId === null ? null : await findOrder(db, orderId);
  if (paid === null) throw new Error('a paid payment has no order');
  return new Refusal('ALREADY_PAID', { order: { _id: paid.order.id, number: paid.order.number } });
}

async function payForOrder(ctx: Ctx, id: string): Promise<Purpose> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  const { order } = view;
  if (order.state === 'cancelled') throw stateChanged(ctx.actor, order);
  if (order.state !== 'pre-treatment') throw await alreadyPaid(ctx.db, id);
  if (order.total === null) throw new Refusal('NOT_PAYABLE_YET');
  const { cardId, cardVerified: verified, reductionLimit } = order;
  if (cardId !== null) {
    // A refused card takes nothing off: nothing is left to wait for.
    const isDecided = (await findMissedDecision(ctx.db, order)) !== null;
    if (reductionLimit !== 0 && !isDecided) await refuseUnverified(ctx, { _id: cardId, verified });
    if (order.reduction === reductionLimit) await askCardCheck(ctx, cardId);
  }
  const prescription = order.prescriptionId === null ? null : await reprice(ctx, order);
  return { amount: order.total, draft: null, orderId: id, prescription, message: `Commande ${order.number}` };
}

/**
 * @returns false when the prescription was edited since it was read
 * @throws 409 PRESCRIPTION_USED; AMOUNT_CHANGED when the order's total has changed
 */
async function reserve(
  ctx: Ctx,
  tx: Database,
  { orderId, amount }: Purpose,
  { _id, version }: { _id: string; version: number },
): Promise<boolean> {
  const customerId = ctx.actor._id;
  const locked = await reservePrescription(tx, _id, { customerId, orderId }, ctx.clock.now());
  const order = orderId === null ? null : ((await findOrder(tx, orderId))?.order ?? null);
  // The prescription is locked, so no other request can edit or cancel the order from here on.
  if (order?.state === 'cancelled') throw stateChanged(ctx.actor, order);
  if (order !== null && order.total !== amount) throw amountChanged(quoteOf(order));
  if (locked.version === version) return true;
  await releasePrescription(tx, _id, customerId);
  return false;
}

/** Ends the reservation, unless the customer may have another open portal for the prescription. */
async function release(ctx: Ctx, { id: paymentId, prescriptionId }: PaymentRow): Promise<void> {
  if (prescriptionId === null) return;
  const customerId = ctx.actor._id;
  const since = new Date(ctx.clock.now().getTime() - PORTAL_MINUTES * 60_000);
  await transact(ctx.db, async (tx) => {
    if (await hasOtherOpenPayment(tx, { prescriptionId, paymentId, customerId, since })) return;
    await releasePrescription(tx, prescriptionId, customerId);
  });
}

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
import type { OrderRow } from '../../database/schema/orders.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import type { Basket, Means } from '../../payments/baskets/choose-payment.ts';
import { claimBasket, confirmEarlierPayments } from '../../payments/baskets/claim-basket.ts';
import { awaitPortal, createPayment, openPortal } from '../../payments/open-portal.ts';
import { limitPrompts } from '../../payments/prompting/limit-prompts.ts';
import { defaultMeans, meansOf } from '../../payments/providers/means-of.ts';
import { personOf } from '../../people/person.ts';
import { releasePrescription, reservePrescription } from '../../prescriptions/ordering/reservation.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { applyMissedDecision } from '../insurance/apply-decision.ts';
import { askCardCheck } from '../insurance/ask-card-check.ts';
import { dropCard } from '../insurance/drop-card.ts';
import { isAboveUncheckedLimit, uncheckedReduction } from '../insurance/limit-unchecked.ts';
import { setCardAwaited } from '../insurance/queries.ts';
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
 * INSURANCE_UNVERIFIED beyond what unchecked cards may take off (rule 40), PRESCRIPTION_USED, PRESCRIPTION_RESERVED; 503 PAYMENT_SERVICE_ERROR
 */
export async function openPayment(ctx: Ctx, body: Body) {
  const means = meansOf(ctx, body);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const purpose = body.order
      ? await payForDraft(ctx, body.order)
      : await payForOrder(ctx, body.orderId ?? '', body.withoutInsurance === true);
    const basket = basketOf(ctx, purpose, body, means);
    await confirmEarlierPayments(ctx, basket);
    const taken = await insertPayment(ctx, purpose, basket);
    if (taken === null) continue;
    if ('quote' in taken) throw amountChanged(taken.quote);
    if ('isAwaited' in taken) throw new Refusal('INSURANCE_UNVERIFIED');
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
 * earlier payment was open; if that changes its total, the new quote is committed and returned, and no payment is opened. Nor is one while
 * its card has to be checked first, which the order then says (rule 40).
 * @returns null, with nothing written, when the prescription was edited since the amount was read
 * @throws 409 ALREADY_PAID, PAYMENT_UNDER_REVIEW, PRESCRIPTION_USED, AMOUNT_CHANGED
 */
function insertPayment(
  ctx: Ctx,
  purpose: Purpose,
  basket: Basket,
): Promise<{ payment: PaymentRow; isNew: boolean } | { quote: Quote } | { isAwaited: true } | null> {
  const { amount, draft, orderId, prescription } = purpose;
  return transact(ctx.db, async (tx) => {
    const decision = await claimBasket(tx, basket, ctx.clock.now());
    if (decision.kind === 'paid') throw await alreadyPaid(tx, decision.payment.orderId);
    if (decision.kind === 'under-review') throw new Refusal('PAYMENT_UNDER_REVIEW');
    if (decision.kind === 'open') return { payment: decision.payment, isNew: false };
    const order = orderId === null ? null : await applyMissedDecision(ctx, tx, orderId);
    if (order !== null && order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    if (order !== null && order.total !== amount) return { quote: quoteOf(order) };
    const unchecked = order === null ? uncheckedOf(draft) : uncheckedOfOrder(order);
    const isAwaited = await isAboveUncheckedLimit(ctx, tx, unchecked, [basket.basketId, decision.basketId]);
    if (order !== null) await setCardAwaited(tx, order.id, isAwaited);
    if (isAwaited) return { isAwaited };
    if (prescription !== null && !(await reserve(ctx, tx, purpose, prescription))) return null;
    await limitPrompts(tx, basket.means, ctx.clock.now());
    const payment = await createPayment(ctx, tx, {
      amount,
      basketId: decision.basketId,
      contentDigest: basket.contentDigest,
      ...(basket.means ?? defaultMeans(ctx)),
      draft,
      orderId,
      uncheckedReduction: unchecked > 0 ? unchecked : null,
      uncheckedPerson: unchecked > 0 ? personOf(ctx, ctx.actor.phone) : null,
      prescriptionId: prescription?._id ?? null,
      prescriptionVersion: prescription?.version ?? null,
    });
    return { payment, isNew: true };
  });
}

const uncheckedOf = (draft: FrozenOrder | null): number =>
  draft === null ? 0 : uncheckedReduction(draft.insuranceCard, draft.quote.reduction);

const uncheckedOfOrder = ({ cardId, cardVerified: verified, reduction }: OrderRow): number =>
  uncheckedReduction(cardId === null ? null : { verified }, reduction ?? 0);

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

/** @throws 409 ORDER_BEING_PAID when the card is to be taken off an order that can still be paid in an open portal */
async function payForOrder(ctx: Ctx, id: string, withoutInsurance: boolean): Promise<Purpose> {
  if ((await findOrderFor(ctx.db, ctx.actor, id)) === null) throw new Refusal('NOT_FOUND');
  if (withoutInsurance && !(await transact(ctx.db, (tx) => dropCard(ctx, tx, id, ctx.actor._id))))
    throw new Refusal('ORDER_BEING_PAID');
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  const { order } = view;
  if (order.state === 'cancelled') throw stateChanged(ctx.actor, order);
  if (order.state !== 'pre-treatment') throw await alreadyPaid(ctx.db, id);
  if (order.total === null) throw new Refusal('NOT_PAYABLE_YET');
  if (order.total === 0) throw new Refusal('NOTHING_TO_PAY');
  if (order.cardId !== null && !order.cardVerified) await askCardCheck(ctx, order.cardId);
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

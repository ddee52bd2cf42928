import { createHash, randomUUID } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type Quote, quoteOf } from '@amasin/domain/orders/pricing.ts';
import { type Choice, choiceOf, splitLines, withinOrder } from '@amasin/domain/orders/split-lines.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { askInsurer } from '../claims/wait.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { type Basket, claimBasket, type PayingLink } from '../payments/basket.ts';
import { confirmPayment } from '../payments/confirm.ts';
import { limitPrompts } from '../payments/limits.ts';
import { awaitPortal, createPayment, defaultMeans, meansOf, openPortal } from '../payments/open.ts';
import { findPayment } from '../payments/queries.ts';
import { offeredOf } from '../prescriptions/lives.ts';
import {
  isReserved,
  priceOrRefuse,
  priceToday,
  releasePrescription,
  renewPrices,
  reservePrescription,
  splitChosen,
  sumBoxes,
} from '../prescriptions/order.ts';
import { presentLeftOut } from '../prescriptions/present.ts';
import { findAttachedOrder, findPrescription } from '../prescriptions/queries.ts';
import { changePrescription, lockPrescription } from '../prescriptions/write-queries.ts';
import { amountChanged, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { agreedOf, takenOf } from './answers.ts';
import { portalsOpenSince } from './cancel.ts';
import {
  applyMissedDecision,
  askCardCheck,
  checkedCardOf,
  checkedCopyOf,
  digestOfUnchecked,
  dropCard,
  isAboveUncheckedLimit,
  personsOfPayer,
  uncheckedReduction,
} from './card-check.ts';
import { setCardAwaited } from './card-queries.ts';
import { insertEvents, replaceOrderItems } from './change-queries.ts';
import { hasToAsk, isStillKept, requireAnswer } from './inquire.ts';
import { clearTaken, endInquiries, findRound } from './inquiry-queries.ts';
import { stateChanged } from './load.ts';
import {
  findOrderPaidWith,
  findPaymentsOfOrder,
  hasOtherOpenPayment,
  isBeingPaid,
} from './payment-queries.ts';
import { differs, freezeOrder } from './place.ts';
import { findOrder, findOrderFor, type OrderView } from './queries.ts';
import { amountsOf, quoteItems } from './quote.ts';
import { refuseUnavailable } from './recalled.ts';

/** A payment is tried again when its prescription is edited between reading and reserving it. */
const ATTEMPTS = 3;

type OpenPaymentBody = HandlerInput<typeof endpoints.openPayment>['body'];

/** A payment buys a draft or an existing order, at this amount. */
interface Purpose {
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  /** The version of the prescription that is paid; null without prescription. */
  readonly prescription: { readonly _id: string; readonly version: number } | null;
  /** It is paid because a pharmacy keeps it (rule 64). */
  readonly needsAnswer: boolean;
  /** What is paid. */
  readonly lines: FrozenOrder['items'] | OrderView['items'];
  /** The digest of the file of its card, while nobody has checked it (rule 40). */
  readonly uncheckedFile: string | null;
  readonly message: string;
}

/**
 * Opens a payment for a draft, frozen with its amount (rule 13), or for an existing order. Its prescription is reserved in
 * the same transaction (rule 19). A basket has one open payment across tabs and devices (decision 20).
 * @param link by which somebody pays for the actor, without an account (rule 56)
 * @throws what freezeOrder and reprice throw; 409 MEDICINE_RECALLED; 422 INVALID for a choice that is not offered; 404 NOT_FOUND; 409 ALREADY_PAID,
 * PAYMENT_UNDER_REVIEW, NOT_PAYABLE_YET, INSURANCE_UNVERIFIED beyond what unchecked cards may take off (rule 40), INSURER_WAITS and
 * INSURANCE_CEILING by the rules of the insurer (rule 60), PRESCRIPTION_USED,
 * PRESCRIPTION_RESERVED, PHARMACY_ASKED before a pharmacy has answered (rule 64); 503 PAYMENT_SERVICE_ERROR; what `holdOpen` throws
 */
export async function openPayment(ctx: Ctx, body: OpenPaymentBody, link: PayingLink | null = null) {
  // Without means of their own, a payer would get the portal that somebody else has opened, with their number.
  const means = meansOf(ctx, body) ?? (link && defaultMeans(ctx));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const purpose = body.order
      ? await purposeOfDraft(ctx, body.order, body.withoutWaiting === true)
      : await purposeOfOrder(ctx, body.orderId ?? '', {
          withoutInsurance: body.withoutInsurance === true,
          withoutWaiting: body.withoutWaiting === true,
        });
    await refuseUnavailable(ctx.db, purpose.lines);
    const basket = basketOf(ctx, purpose, body, { means, link });
    let opened = await insertPayment(ctx, purpose, basket, false);
    if (opened !== null && 'unconfirmed' in opened) {
      for (const payment of opened.unconfirmed) await confirmPayment(ctx, payment);
      opened = await insertPayment(ctx, purpose, basket, true);
    }
    if (opened === null || 'unconfirmed' in opened) continue;
    if ('quote' in opened) throw amountChanged(opened.quote);
    if ('waitsFor' in opened)
      throw new Refusal(opened.waitsFor === 'check' ? 'INSURANCE_UNVERIFIED' : 'INSURER_WAITS');
    const { payment, isNew } = opened;
    if (!isNew) return awaitPortal(ctx, payment);
    // The provider's page shows this to who pays: never what for (rule 56).
    const message = link === null ? purpose.message : 'Commande Amasin';
    return openPortal(ctx, payment, message, () => release(ctx, payment));
  }
  throw new Refusal('PRESCRIPTION_RESERVED');
}

/** A draft's basket is identified by its id and its content, an order by its id. */
function basketOf(
  ctx: Ctx,
  { amount, draft, orderId, prescription }: Purpose,
  body: OpenPaymentBody,
  { means, link }: Pick<Basket, 'means' | 'link'>,
): Basket {
  return {
    customerId: ctx.actor._id,
    basketId: orderId ?? (body.basketId || randomUUID()),
    contentDigest: draft === null ? orderDigest(orderId ?? '') : contentDigest(draft),
    amount,
    prescriptionVersion: prescription?.version ?? null,
    again: body.again === true,
    means,
    link,
  };
}

/** A payment, or why none was inserted. */
type Opened =
  | { readonly payment: PaymentRow; readonly isNew: boolean }
  | { readonly unconfirmed: readonly PaymentRow[] }
  | { readonly quote: Quote }
  | { readonly waitsFor: 'check' | 'insurer' };

/**
 * Returns the basket's open payment, or inserts a new one. Before that, the order gets the decision about its card that was made
 * while an earlier payment was open: if its total changes, the new quote is committed and returned instead of a payment. While its
 * card has to be checked first (rule 40), or its insurer has to answer (rule 60), the order is marked so, and `waitsFor` is returned.
 * @param isConfirmed whether the provider was asked about the basket's unsettled payments, which are returned otherwise
 * @returns null, with nothing written, when the prescription was edited since the amount was read
 * @throws 409 ALREADY_PAID, PAYMENT_UNDER_REVIEW, PRESCRIPTION_USED, AMOUNT_CHANGED; what personsOfPayer throws
 */
function insertPayment(
  ctx: Ctx,
  purpose: Purpose,
  basket: Basket,
  isConfirmed: boolean,
): Promise<Opened | null> {
  const { amount, draft, orderId, prescription, uncheckedFile } = purpose;
  return transact(ctx.db, async (tx) => {
    const decision = await claimBasket(tx, basket, ctx.clock.now(), isConfirmed);
    if (decision.kind === 'unconfirmed') return { unconfirmed: decision.payments };
    if (decision.kind === 'paid') throw await alreadyPaid(tx, decision.payment.orderId);
    if (decision.kind === 'under-review') throw new Refusal('PAYMENT_UNDER_REVIEW');
    if (basket.link !== null) await basket.link.holdOpen(tx, { amount, isNew: decision.kind === 'new' });
    if (decision.kind === 'open') return { payment: decision.payment, isNew: false };
    const order = orderId === null ? null : await applyMissedDecision(ctx, tx, orderId);
    if (order !== null && order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    if (order !== null && order.total !== amount) return { quote: quoteOf(order) };
    const unchecked = order === null ? uncheckedOf(draft) : uncheckedOfOrder(order);
    const basketIds = [basket.basketId, decision.basketId];
    const persons = await personsOfPayer(ctx, tx, unchecked);
    const use = { reduction: unchecked, persons, file: uncheckedFile, basketIds };
    const isAwaited = await isAboveUncheckedLimit(ctx, tx, use);
    const insured = order === null ? insuredOf(draft) : insuredOfOrder(order);
    const portalsSince = portalsOpenSince(ctx.clock.now());
    const asked = isAwaited ? null : await askInsurer(ctx, tx, { ...insured, basketIds, portalsSince });
    const waitsFor = isAwaited ? 'check' : asked?.isAwaited ? 'insurer' : null;
    if (order !== null) await setCardAwaited(tx, order.id, waitsFor !== null);
    if (waitsFor !== null) return { waitsFor };
    if (prescription !== null && !(await reserve(ctx, tx, purpose, prescription))) return null;
    if (purpose.needsAnswer && orderId !== null && !(await isStillKept(tx, orderId)))
      throw new Refusal('PHARMACY_ASKED');
    await limitPrompts(tx, basket.means, ctx.clock.now());
    const payment = await createPayment(ctx, tx, {
      amount,
      basketId: decision.basketId,
      contentDigest: basket.contentDigest,
      ...(basket.means ?? defaultMeans(ctx)),
      payLinkId: basket.link?.id ?? null,
      draft,
      orderId,
      uncheckedReduction: unchecked > 0 ? unchecked : null,
      uncheckedPerson: persons[0] ?? null,
      uncheckedFile: unchecked > 0 ? uncheckedFile : null,
      insurerId: asked?.insurerId ?? null,
      insuredReduction: asked === null ? null : insured.reduction,
      prescriptionId: prescription?._id ?? null,
      prescriptionVersion: prescription?.version ?? null,
    });
    return { payment, isNew: true };
  });
}

const uncheckedOf = (draft: FrozenOrder | null): number =>
  draft === null ? 0 : uncheckedReduction(draft.insuranceCard, draft.quote.reduction);

const insuredOf = (draft: FrozenOrder | null) => ({
  card: checkedCopyOf(draft?.insuranceCard ?? null),
  reduction: draft?.quote.reduction ?? 0,
  agreement: null,
});

const insuredOfOrder = (order: OrderRow) => ({
  card: checkedCardOf(order),
  reduction: order.reduction ?? 0,
  agreement: order.agreement,
});

const uncheckedOfOrder = ({ cardId, cardVerified: verified, reduction }: OrderRow): number =>
  uncheckedReduction(cardId === null ? null : { verified }, reduction ?? 0);

/** @throws 409 PHARMACY_ASKED; ALREADY_PAID when the customer's own order took what the draft asks of its prescription; what freezeOrder throws */
async function purposeOfDraft(ctx: Ctx, order: OrderDraft, withoutWaiting: boolean): Promise<Purpose> {
  try {
    const draft = await freezeOrder(ctx, order, 'order.');
    if (await hasToAsk(ctx, draft, withoutWaiting)) throw new Refusal('PHARMACY_ASKED');
    const { quote, prescription = null, insuranceCard: card } = draft;
    return {
      amount: quote.total,
      draft,
      orderId: null,
      prescription,
      needsAnswer: false,
      lines: draft.items,
      uncheckedFile: await digestOfUnchecked(ctx, card),
      message: 'Commande de médicaments Amasin',
    };
  } catch (error) {
    const asked = 'prescriptionNumber' in order.prescription ? order.prescription : null;
    if (asked === null || !(error instanceof Refusal) || error.code !== 'PRESCRIPTION_USED') throw error;
    const number = readPrescriptionNumber(asked.prescriptionNumber) ?? '';
    const { leftOut = [] } = asked;
    const paidOrder = await findOrderPaidWith(ctx.db, ctx.actor._id, { number, leftOut });
    throw paidOrder === null ? error : new Refusal('ALREADY_PAID', { order: paidOrder });
  }
}

async function alreadyPaid(db: Database, orderId: string | null): Promise<Refusal> {
  const paid = orderId === null ? null : await findOrder(db, orderId);
  if (paid === null) throw new Error('a paid payment has no order');
  return new Refusal('ALREADY_PAID', { order: { _id: paid.order.id, number: paid.order.number } });
}

/** @throws what requireAnswer throws; 409 ORDER_BEING_PAID when the card is to be taken off an order that can still be paid in an open portal */
async function purposeOfOrder(
  ctx: Ctx,
  id: string,
  { withoutInsurance, withoutWaiting }: { withoutInsurance: boolean; withoutWaiting: boolean },
): Promise<Purpose> {
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
  const prescription = order.prescriptionId === null ? null : await reprice(ctx, view);
  const needsAnswer = await requireAnswer(ctx, view, withoutWaiting);
  const { total: amount, cardUrl: url, cardVerified: verified, number } = order;
  const uncheckedFile = await digestOfUnchecked(ctx, url === null ? null : { url, verified });
  const message = `Commande ${number}`;
  const what = { amount, draft: null, orderId: id, prescription, needsAnswer, lines: view.items };
  return { ...what, uncheckedFile, message };
}

/**
 * @returns false when the prescription was edited since it was read
 * @throws 409 PRESCRIPTION_USED; AMOUNT_CHANGED when the order's total has changed
 */
async function reserve(
  ctx: Ctx,
  tx: Database,
  { orderId, amount, lines }: Purpose,
  { _id, version }: { _id: string; version: number },
): Promise<boolean> {
  const customerId = ctx.actor._id;
  const claim = { customerId, orderId, lines };
  const locked = await reservePrescription(tx, _id, claim, ctx.clock.now());
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
  const since = portalsOpenSince(ctx.clock.now());
  await transact(ctx.db, async (tx) => {
    if (await hasOtherOpenPayment(tx, { prescriptionId, paymentId, customerId, since })) return;
    await releasePrescription(tx, prescriptionId, customerId);
  });
}

type PayOrderBody = Pick<
  HandlerInput<typeof endpoints.changeOrder>['body'],
  'transactionId' | 'state' | 'finalAmount'
>;

/**
 * Moves a pre-treatment order to `pending` once the provider confirms its payment. The body's `state` and `finalAmount`
 * must equal the server's values. Idempotent for the payment that moved the order.
 * @throws 402 PAYMENT_REQUIRED, PAYMENT_PENDING; 409 STATE_CHANGED, AMOUNT_CHANGED, PAYMENT_ALREADY_USED
 */
export async function payOrder(ctx: Ctx, { order }: Seen<OrderView>, body: PayOrderBody): Promise<void> {
  const changed = () => stateChanged(ctx.actor, order);
  if (body.state != null && body.state !== 'pending') throw changed();
  if (order.total !== null && differs(body.finalAmount, order.total)) {
    throw amountChanged(quoteOf(order));
  }
  const payment = await findPaymentOf(ctx, order.id, body.transactionId);
  if (payment === null) throw order.state === 'pre-treatment' ? new Refusal('PAYMENT_REQUIRED') : changed();
  if (payment.id === order.paymentId) {
    if (order.state === 'pending') return;
    throw changed();
  }
  if (order.state !== 'pre-treatment') throw changed();
  const { payment: settled } = await confirmPayment(ctx, payment);
  if (settled.status !== 'paid') throw new Refusal('PAYMENT_PENDING');
}

/** Finds the payment with this transaction id, or the order's paid or latest one. @throws 402, 409 like payOrder */
async function findPaymentOf(ctx: Ctx, orderId: string, transactionId: string | null | undefined) {
  if (transactionId == null) {
    const found = await findPaymentsOfOrder(ctx.db, orderId);
    return found.find((payment) => payment.status === 'paid') ?? found[0] ?? null;
  }
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  if (payment.orderId !== orderId) throw new Refusal('PAYMENT_ALREADY_USED');
  return payment;
}

/**
 * Returns the version of the prescription that the order pays for. Prices are valid for 30 days; after that the order takes the
 * catalogue's prices, and the customer confirms a new total first (rule 2).
 * @throws 409 AMOUNT_CHANGED once, after the new quote is written; MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED,
 * PRESCRIPTION_USED, PRESCRIPTION_RESERVED; LINE_EXPIRED when a line that is taken is not given any more,
 * PRESCRIPTION_EXPIRED when none is
 */
async function reprice(
  ctx: Ctx,
  { order, items: ordered }: OrderView,
): Promise<{ _id: string; version: number }> {
  const view = order.prescriptionId === null ? null : await findPrescription(ctx.db, order.prescriptionId);
  if (view === null) throw new Error('the order has no prescription');
  const { id: _id, version, pricedAt } = view.prescription;
  const now = ctx.clock.now();
  const lines = withinOrder(offeredOf(view, now), ordered, order.leftOut);
  const { taken, leftOut } = splitLines(lines, choiceOf(ordered, order.leftOut));
  if (boxesOf(taken) < boxesOf(ordered))
    throw new Refusal(taken.length === 0 ? 'PRESCRIPTION_EXPIRED' : 'LINE_EXPIRED');
  // A medicine that is left out may no longer be sold.
  const priced = await priceOrRefuse(ctx, view, taken, now);
  const items = await markExcluded(ctx.db, checkedCardOf(order), priced);
  if (pricesAreValid(pricedAt, now)) return { _id, version };

  const quote = quoteItems(order, items, 'orderId');
  // What the order leaves out may be ordered next, and a line of another order may come back.
  const { items: others } = await priceToday(ctx.db, view, view.items, now);
  const all = [...others, ...items];
  const prices = new Map(all.map(({ medicationId, price }) => [medicationId, price]));
  const isSame = view.items.every(({ medicationId, price }) => prices.get(medicationId) === price);
  const isChanged = quote.total !== order.total || taken.some((line, n) => line.price !== items[n]?.price);
  const paid = await transact(ctx.db, async (tx) => {
    const locked = await lockPrescription(tx, _id);
    if (locked === null || locked.usedAt !== null) throw new Refusal('PRESCRIPTION_USED');
    // An open portal shows the current prices: they do not change until it closes.
    if (locked.version === version && isReserved(locked, now)) return version;
    // Edited or repriced by a concurrent request: the client has to retry.
    if (locked.version !== version || locked.pricedAt > pricedAt) throw new Refusal('PRESCRIPTION_RESERVED');
    if (isSame && !isChanged) {
      await changePrescription(tx, _id, { pricedAt: now });
      return version;
    }
    const renew = <Item extends { medicationId: string; price: number }>(item: Item) => ({
      ...item,
      price: prices.get(item.medicationId) ?? item.price,
    });
    // Other medicines were left out by a concurrent request: the client has to retry.
    const current = (await findAttachedOrder(tx, _id))?.leftOut;
    if (JSON.stringify(current) !== JSON.stringify(order.leftOut)) throw new Refusal('PRESCRIPTION_RESERVED');
    await renewPrices(tx, locked, view, all, now);
    const amounts = { ...amountsOf(items, quote), leftOut: leftOut.map(renew).map(presentLeftOut) };
    if (!(await replaceOrderItems(tx, order.id, amounts, items))) {
      throw new Refusal('PRESCRIPTION_USED');
    }
    // What was answered at former prices is not offered.
    const [asked] = await findRound(tx, order.id);
    if (asked?.lines.some(({ medicationId, price }) => price !== (prices.get(medicationId) ?? price)))
      await endInquiries(tx, order.id);
    if (!isChanged) return version + 1;
    const totals = { from: String(order.total), to: String(quote.total) };
    await insertEvents(tx, [{ orderId: order.id, at: now, action: 'price-anew', ...totals }]);
    return null;
  });
  if (paid === null) throw amountChanged(quote);
  return { _id, version: paid };
}

const boxesOf = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

const FIELD = 'medications';

/**
 * Sets what the customer takes of a read prescription; the order is priced without the rest. The prescription is unchanged. Repeated, it
 * changes nothing.
 * @throws 409 NOT_PAYABLE_YET, STATE_CHANGED; ORDER_BEING_PAID while the customer can still pay in an open portal; what splitChosen
 * throws
 */
export async function leaveOut(ctx: Ctx, view: Seen<OrderView>, choice: Choice): Promise<void> {
  const { id, prescriptionId } = view.order;
  if (view.order.state !== 'pre-treatment') throw stateChanged(ctx.actor, view.order);
  if (prescriptionId === null) throw new Refusal('NOT_PAYABLE_YET');
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // Opening a payment, confirming one and editing the prescription lock it too.
    await lockPrescription(tx, prescriptionId);
    const found = await findOrder(tx, id);
    const prescription = await findPrescription(tx, prescriptionId);
    if (found === null || prescription === null) throw new Error('an order lost its prescription');
    const { order } = found;
    if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    const lines = withinOrder(offeredOf(prescription, at), found.items, order.leftOut);
    const split = splitChosen(prescription, lines, choice, FIELD);
    const { leftOut } = split;
    const priced = (by: readonly { medicationId: string; price: number }[] = []) => {
      const prices = new Map(by.map(({ medicationId, price }) => [medicationId, price]));
      return split.taken.map((line) => ({ ...line, price: prices.get(line.medicationId) ?? line.price }));
    };
    // A pharmacy may have another price, which the customer agreed to: with what it lacks, ours hold again.
    const round = await findRound(tx, id);
    const isVoid = takenOf(round) !== null && agreedOf(round, { items: priced(found.items) }) === null;
    const taken = priced(isVoid ? round[0]?.lines : found.items);
    const isSame = (one: readonly Boxes[], other: readonly Boxes[]) =>
      JSON.stringify(one.map(boxOf)) === JSON.stringify(other.map(boxOf));
    if (isSame(order.leftOut, leftOut) && isSame(found.items, taken)) return;
    if (await isBeingPaid(tx, id, portalsOpenSince(at))) throw new Refusal('ORDER_BEING_PAID');
    const covered = await markExcluded(tx, checkedCardOf(order), taken);
    const quote = quoteItems(order, covered, FIELD);
    const amounts = { ...amountsOf(covered, quote), leftOut: leftOut.map(presentLeftOut) };
    if (!(await replaceOrderItems(tx, id, amounts, covered))) throw stateChanged(ctx.actor, order);
    if (isVoid) await clearTaken(tx, id);
    const totals = { from: String(order.total), to: String(quote.total) };
    await insertEvents(tx, [{ orderId: id, at, actorId: ctx.actor._id, action: 'leave-out', ...totals }]);
  });
}

interface Boxes {
  readonly medicationId: string;
  readonly quantity: number;
}

const boxOf = ({ medicationId, quantity }: Boxes) => [medicationId, quantity];

/** What stands for the content of an existing order, which is one basket. */
export const orderDigest = (orderId: string): string => `order:${orderId}`;

/** Hashes what a draft buys, ignoring prices and the order of its lines. */
export function contentDigest({ items, zone, address, insuranceCard, prescription }: FrozenOrder): string {
  const content = [
    [...sumBoxes(items)].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    zone._id,
    searchText(address),
    insuranceCard?._id ?? null,
    prescription?.prescriptionNumber ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { DraftPrescription, OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type OrderInsuranceCard, orderNumber } from '@amasin/domain/orders/order.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { v7 } from 'uuid';
import { paymentInserts } from '../benefits/record-journals.ts';
import { noteInsurer } from '../claims/name.ts';
import { askInsurer } from '../claims/wait.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { insertAll } from '../database/sql.ts';
import { together, transact } from '../database/transaction.ts';
import { bindFile } from '../files/queries.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { findCardOf } from '../insurance/queries.ts';
import { resolveItems } from '../medications/resolve-items.ts';
import { notify } from '../notifications/notify.ts';
import { lockCustomer } from '../payments/basket-queries.ts';
import { confirmPayment } from '../payments/confirm.ts';
import { findPayment } from '../payments/queries.ts';
import { lockPresent } from '../people/queries.ts';
import { requireHealthConsent } from '../people/require-health-consent.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import {
  findOrderable,
  isOffered,
  isReserved,
  lockForClaim,
  usePrescription,
} from '../prescriptions/order.ts';
import { findAvailablePrescription } from '../prescriptions/queries.ts';
import { lockPrescription } from '../prescriptions/write-queries.ts';
import { amountChanged, invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay } from '../session/limits.ts';
import { caps } from '../settings/limits.ts';
import { findZoneNamed } from '../zones/queries.ts';
import { portalsOpenSince } from './cancel.ts';
import {
  askCardCheck,
  checkedCopyOf,
  copyOf,
  digestOfUnchecked,
  isAboveUncheckedLimit,
  personsOfPayer,
  uncheckedReduction,
} from './card-check.ts';
import { eventInsert, insertEvents, insertOrder, nextOrderNumber, orderInserts } from './change-queries.ts';
import { usualMinutesIn } from './expected.ts';
import { beginInquiry, hasToAsk } from './inquire.ts';
import { countUnread, findOrderWithPhotograph, findPaidReaders, findWished } from './lookup-queries.ts';
import { type Announced, announcePaid, toSupervisors } from './notices.ts';
import { findAwaiting } from './payment-queries.ts';
import { findOrder, findOrderFor, type OrderView } from './queries.ts';
import { amountsOf } from './quote.ts';
import { holdPaid } from './recalled.ts';

type PlaceOrderBody = HandlerInput<typeof endpoints.placeOrder>['body'];

interface Placed {
  readonly order: Seen<OrderView>;
  /** False when it was placed before. */
  readonly isNew: boolean;
}

/**
 * Places an order (rules 7, 13, 14, 40): unpaid for a photographed prescription, or while its insurance card has to be checked;
 * otherwise from the frozen draft of the paid transaction, for which there is one order, created now or earlier.
 * @throws 402 PAYMENT_REQUIRED without a transaction of the caller's, PAYMENT_PENDING while it is unconfirmed; 409
 * AMOUNT_CHANGED, PAYMENT_ALREADY_USED when it paid for other items; what freezeOrder throws
 */
export async function placeOrder(ctx: Ctx, body: PlaceOrderBody): Promise<Placed> {
  const { prescription } = body;
  if (prescription.type === 'physical') {
    return placePhotographedOrder(ctx, body, prescription.url);
  }
  if (!body.transactionId) {
    // An invalid draft or a wrong amount is refused before the missing payment.
    const waiting = await placeUnpaid(ctx, await freezeOrder(ctx, body, ''));
    if (waiting !== null) return waiting;
    throw new Refusal('PAYMENT_REQUIRED');
  }
  const payment = await findPayment(ctx.db, body.transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  const { draft } = payment;
  if (draft === null || !isSameCart(draft, body)) throw new Refusal('PAYMENT_ALREADY_USED');
  if (differs(body.finalAmount, payment.amount)) throw amountChanged(draft.quote);

  const { payment: settled, delivered } = await confirmPayment(ctx, payment);
  const order =
    settled.status === 'paid' && settled.orderId !== null
      ? await findOrderFor(ctx.db, ctx.actor, settled.orderId)
      : null;
  if (order === null) throw new Refusal('PAYMENT_PENDING');
  return { order, isNew: delivered };
}

/** Whether the body has the medicines or the prescription that were paid. */
function isSameCart(draft: FrozenOrder, { prescription }: PlaceOrderBody): boolean {
  if ('prescriptionNumber' in prescription) {
    return readPrescriptionNumber(prescription.prescriptionNumber) === draft.prescription?.prescriptionNumber;
  }
  if (draft.prescription) return false;
  if (!('items' in prescription) || prescription.items.length !== draft.items.length) return false;
  return prescription.items.every((item, index) => {
    const frozen = draft.items[index];
    if (frozen === undefined || frozen.quantity !== item.quantity) return false;
    return item.medicationId
      ? item.medicationId === frozen.medicationId
      : searchText(item.label ?? '') === searchText(frozen.label);
  });
}

/** The path of a draft in the body, for the fields of a 422. */
type Path = '' | 'order.';

/**
 * Freezes a draft that can be paid now: names, prices, fee, rate and total are the server's (rules 2, 3).
 * @throws 403 CONSENT_WITHDRAWN with a prescription or a card; 422 INVALID on fields; 409 MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED, MEDICATION_TO_REVIEW, ZONE_UNAVAILABLE, AMOUNT_CHANGED,
 * PRESCRIPTION_USED, INSURANCE_REFUSED, NOTHING_TO_PAY, NOT_PAYABLE_YET for a photograph; 429 TOO_MANY_TRIES for guessed numbers
 */
export async function freezeOrder(ctx: Ctx, draft: OrderDraft, path: Path): Promise<FrozenOrder> {
  const { prescription: requested } = draft;
  // A pharmacist reads a photograph before it can be paid (rule 7).
  if (requested.type === 'physical') throw new Refusal('NOT_PAYABLE_YET');
  if ('prescriptionNumber' in requested || draft.insuranceCard) await requireHealthConsent(ctx.db, ctx.actor);
  const card = await findCard(ctx, draft, path);
  const { items, leftOut, prescription, differs: priceDiffers } = await findItems(ctx, requested, path);
  const zone = await findZone(ctx, draft, path);

  const covered = await markExcluded(ctx.db, checkedCopyOf(card), items);
  const quote = quoteOrder(covered, zone.price, card?.taux ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(`${path}prescription.items`, 'Montant de commande trop élevé');
  if (priceDiffers || differs(draft.finalAmount, quote.total)) throw amountChanged(quote);
  if (quote.total === 0) throw new Refusal('NOTHING_TO_PAY');
  if (card !== null && !card.verified) await askCardCheck(ctx, card._id);
  const { id, label } = zone;
  const address = draft.deliveryAddress;
  const wishedPharmacy = await findWished(ctx.db, draft.wishedPharmacy);
  return {
    items: [...covered],
    leftOut,
    zone: { _id: id, label },
    address,
    insuranceCard: card,
    prescription,
    wishedPharmacy,
    quote,
  };
}

interface Found {
  readonly items: FrozenOrder['items'];
  readonly leftOut: NonNullable<FrozenOrder['leftOut']>;
  readonly prescription: NonNullable<FrozenOrder['prescription']> | null;
  /** Whether the body has a price that differs from the current one. */
  readonly differs: boolean;
}

async function findItems(
  ctx: Ctx,
  requested: Exclude<DraftPrescription, { type: 'physical' }>,
  path: Path,
): Promise<Found> {
  if ('prescriptionNumber' in requested) {
    return { ...(await findOrderable(ctx, requested, `${path}prescription.leftOut`)), differs: false };
  }
  const resolved = await resolveItems(ctx.db, requested.items, {
    forCustomer: true,
    path: `${path}prescription.items`,
  });
  return {
    items: resolved.map(({ priceDiffers: _, awaitsReview: __, ...item }) => item),
    leftOut: [],
    prescription: null,
    differs: resolved.some((item) => item.priceDiffers),
  };
}

/** Whether the body has an amount that differs from the amount due. */
export function differs(sent: number | null | undefined, due: number): boolean {
  return sent !== null && sent !== undefined && sent !== due;
}

interface Paid {
  readonly frozen: FrozenOrder;
  readonly customerId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly now: Date;
}

/**
 * Creates the frozen order of a confirmed payment, in the payment's transaction: row, items, claim of the prescription,
 * journal, notifications.
 * @returns null, with nothing changed, when the prescription is no longer available
 */
export async function createPaidOrder(ctx: NoticeCtx, tx: Database, paid: Paid): Promise<Announced | null> {
  const { frozen, customerId, paymentId, transactionId, now } = paid;
  const { quote, prescription } = frozen;
  if (prescription) {
    const { _id: id, version } = prescription;
    const claim = { id, version, customerId, orderId: null, lines: frozen.items, now };
    if (!(await lockForClaim(tx, claim))) return null;
  }
  const [number, readers, wishedPharmacyId, usualMinutes] = await together(
    nextOrderNumber(tx),
    findPaidReaders(tx, customerId),
    findWished(tx, frozen.wishedPharmacy),
    usualMinutesIn(ctx, tx, frozen.zone._id),
  );
  const order = { id: v7(), number: orderNumber(number), customerId };
  const row = {
    ...order,
    state: 'pending' as const,
    ...frozenColumns(frozen),
    // Read again: its account may have been deactivated or deleted since the draft was frozen.
    wishedPharmacyId,
    paid: quote.total,
    paymentId,
    transactionId,
    createdAt: now,
    paidAt: now,
    usualMinutes,
  };
  const event = {
    orderId: order.id,
    at: now,
    actorId: customerId,
    action: 'create',
    from: null,
    to: 'pending',
  };
  await together(
    insertAll(
      tx,
      ...orderInserts(row, frozen.items),
      ...paymentInserts({ orderId: order.id, quote, at: now }),
      eventInsert(event),
    ),
    prescription ? usePrescription(ctx.jobs, tx, prescription._id, order, now) : Promise.resolve(),
    announcePaid(ctx, tx, {
      ...{ order, amount: quote.total, title: 'Nouvelle commande', keeper: null, now },
      ...readers,
    }),
  );
  const { reduction } = quote;
  await noteInsurer(ctx, tx, { orderId: order.id, card: copyOf(frozen.insuranceCard), reduction });
  await holdPaid(ctx, tx, order.id, now);
  return order;
}

/**
 * Places an order unpaid when its card has to be checked before the payment (rule 40), its insurer has to answer (rule 60), or pharmacies
 * are asked (rule 64). Sent again, it is the same order.
 * @returns null, with nothing written, for an order that can be paid at once
 * @throws 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED; 403 PHONE_PROOF_REQUIRED; 401 UNAUTHENTICATED when the account was deleted meanwhile;
 * 429 TOO_MANY_TRIES after twenty in a day
 */
async function placeUnpaid(ctx: Ctx, frozen: FrozenOrder): Promise<Placed | null> {
  const { quote, insuranceCard: card } = frozen;
  const customerId = ctx.actor._id;
  const at = ctx.clock.now();
  const file = await digestOfUnchecked(ctx, card);
  const isAsked = await hasToAsk(ctx, frozen, false);
  const placed = await transact(ctx.db, async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw new Refusal('UNAUTHENTICATED');
    const reduction = uncheckedReduction(card, quote.reduction);
    const persons = await personsOfPayer(ctx, tx, reduction);
    const isAbove = await isAboveUncheckedLimit(ctx, tx, { reduction, persons, file, basketIds: [] });
    const cardAwaited = isAbove || (await waitsForInsurer(ctx, tx, frozen));
    if (!cardAwaited && !isAsked) return null;
    const earlier = await findSame(tx, customerId, frozen);
    if (earlier !== null) return { id: earlier, isNew: false };
    await countOfDay(ctx, tx, cardAwaited ? 'awaitingCard' : 'inquiry');
    if (frozen.prescription) await lockFree(tx, frozen.prescription, frozen.items, at);
    const id = v7();
    await insertOrder(
      tx,
      {
        id,
        number: orderNumber(await nextOrderNumber(tx)),
        customerId,
        state: 'pre-treatment',
        ...frozenColumns(frozen),
        wishedPharmacyId: await findWished(tx, frozen.wishedPharmacy),
        cardAwaited,
        createdAt: at,
      },
      frozen.items,
    );
    const event = { orderId: id, at, actorId: customerId, action: 'create', from: null, to: 'pre-treatment' };
    await insertEvents(tx, [event]);
    if (isAsked) await beginInquiry(ctx, tx, id);
    return { id, isNew: true };
  });
  if (placed === null) return null;
  return { order: await viewOf(ctx, placed.id), isNew: placed.isNew };
}

async function waitsForInsurer(ctx: Ctx, tx: Database, { insuranceCard, quote }: FrozenOrder) {
  const asked = await askInsurer(ctx, tx, {
    card: checkedCopyOf(insuranceCard),
    reduction: quote.reduction,
    agreement: null,
    basketIds: [],
    portalsSince: portalsOpenSince(ctx.clock.now()),
  });
  return asked?.isAwaited === true;
}

/** Finds the customer's order with this content that already waits; the customer is locked. */
async function findSame(tx: Database, customerId: string, frozen: FrozenOrder): Promise<string | null> {
  const content = contentOf(frozen.items);
  for (const id of await findAwaiting(tx, customerId, frozen)) {
    const view = await findOrder(tx, id);
    if (view !== null && contentOf(view.items) === content) return id;
  }
  return null;
}

const contentOf = (items: readonly { medicationId: string; quantity: number }[]): string =>
  JSON.stringify(items.map(({ medicationId, quantity }) => [medicationId, quantity]));

/** Locks a prescription that the order is placed with, against payments, edits and other orders. */
async function lockFree(
  tx: Database,
  { _id, version }: NonNullable<FrozenOrder['prescription']>,
  lines: FrozenOrder['items'],
  now: Date,
): Promise<void> {
  const locked = await lockPrescription(tx, _id);
  if (locked === null || (await findAvailablePrescription(tx, _id)) === null)
    throw new Refusal('PRESCRIPTION_USED');
  // An open portal pays for it, even one of the same customer, or it was edited since it was read.
  if (isReserved(locked, now) || locked.version !== version) throw new Refusal('PRESCRIPTION_RESERVED');
  if (!(await isOffered(tx, _id, lines, now))) throw new Refusal('PRESCRIPTION_USED');
}

const NO_FILE = { path: 'prescription.url', message: 'Veuillez uploader votre ordonnance' };

/**
 * Creates the unpaid order of a photographed prescription, for a pharmacist to read (rule 7). Returns the caller's existing
 * order with this photograph when the request is repeated.
 * @throws 422 INVALID on fields; 409 ZONE_UNAVAILABLE, TOO_MANY_UNREAD; 429 TOO_MANY_TRIES
 */
async function placePhotographedOrder(ctx: Ctx, draft: OrderDraft, url: string): Promise<Placed> {
  const earlier = await findOrderWithPhotograph(ctx.db, ctx.actor._id, url);
  if (earlier !== null) return { order: await viewOf(ctx, earlier.id), isNew: false };
  try {
    return { order: await viewOf(ctx, (await insertUnpaidOrder(ctx, draft, url)).id), isNew: true };
  } catch (error) {
    // A concurrent request used the photograph first.
    const winner = await findOrderWithPhotograph(ctx.db, ctx.actor._id, url);
    if (winner === null) throw error;
    return { order: await viewOf(ctx, winner.id), isNew: false };
  }
}

async function viewOf(ctx: Ctx, id: string): Promise<Seen<OrderView>> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Error('the order does not exist');
  return view;
}

/**
 * Inserts the order with its zone, fee and card frozen; it has no items yet.
 * @throws 422 INVALID on fields, including for a file that is not the caller's new upload; 409 ZONE_UNAVAILABLE,
 * TOO_MANY_UNREAD; 429 TOO_MANY_TRIES
 */
async function insertUnpaidOrder(ctx: Ctx, draft: OrderDraft, url: string): Promise<Announced> {
  const card = await findCard(ctx, draft, '');
  const zone = await findZone(ctx, draft, '');
  const at = ctx.clock.now();
  const customerId = ctx.actor._id;
  const placed = await transact(ctx.db, async (tx) => {
    // Orders of one customer are placed one at a time, so that the count is right.
    await lockPresent(tx, customerId);
    await requireHealthConsent(tx, ctx.actor);
    if ((await countUnread(tx, customerId)) >= caps.unreadPhotographs) throw new Refusal('TOO_MANY_UNREAD');
    // Cancelling one makes room for another, and the supervisors were told of it.
    await countOfDay(ctx, tx, 'photograph');
    await bindFile(tx, { key: url, ownerId: customerId, category: 'prescription', at }, NO_FILE);
    const order = { id: v7(), number: orderNumber(await nextOrderNumber(tx)), customerId };
    await insertOrder(
      tx,
      {
        ...order,
        state: 'pre-treatment',
        zoneId: zone.id,
        zoneLabel: zone.label,
        address: draft.deliveryAddress,
        prescriptionUrl: url,
        wishedPharmacyId: await findWished(tx, draft.wishedPharmacy),
        ...cardColumns(card),
        deliveryFee: zone.price,
        createdAt: at,
      },
      [],
    );
    await insertEvents(tx, [
      { orderId: order.id, at, actorId: customerId, action: 'create', from: null, to: 'pre-treatment' },
    ]);
    await notify(
      ctx.jobs,
      tx,
      at,
      await toSupervisors(tx, order, 'Ordonnance à lire', `${order.number} attend un pharmacien.`),
    );
    return order;
  });
  if (card !== null && !card.verified) await askCardCheck(ctx, card._id);
  return placed;
}

/** Finds the zone of a draft. @throws 422 INVALID when it is unknown; 409 ZONE_UNAVAILABLE when it was deleted */
async function findZone(ctx: Ctx, draft: OrderDraft, path: Path): Promise<ZoneRow> {
  const zone = await findZoneNamed(ctx.db, draft.deliveryZone);
  if (zone === null) throw invalidField(`${path}deliveryZone`, 'Zone requise');
  if (zone.deletedAt !== null) throw new Refusal('ZONE_UNAVAILABLE');
  return zone;
}

/**
 * Finds the caller's insurance card; null when the draft has none.
 * @throws 422 INVALID for any other card; 409 INSURANCE_REFUSED for one that was not accepted
 */
async function findCard(ctx: Ctx, draft: OrderDraft, path: Path): Promise<OrderInsuranceCard | null> {
  if (!draft.insuranceCard) return null;
  const card = await findCardOf(ctx.db, ctx.actor._id, draft.insuranceCard);
  if (card === null) throw invalidField(`${path}insuranceCard`, 'Carte d’assurance introuvable');
  if (card.refused !== null) throw new Refusal('INSURANCE_REFUSED');
  const { id, label, rate, fileKey, verified } = card;
  return { _id: id, label, taux: rate, url: fileKey, verified };
}

/** Returns the columns of an order that copy its frozen draft. */
function frozenColumns({ zone, address, insuranceCard, prescription, leftOut, items, quote }: FrozenOrder) {
  return {
    zoneId: zone._id,
    zoneLabel: zone.label,
    address,
    prescriptionId: prescription?._id ?? null,
    ...cardColumns(insuranceCard),
    leftOut: leftOut ?? [],
    deliveryFee: quote.deliveryFee,
    ...amountsOf(items, quote),
  };
}

/** Returns the columns of an order that copy its insurance card. */
function cardColumns(card: OrderInsuranceCard | null) {
  return {
    cardId: card?._id ?? null,
    cardLabel: card?.label ?? null,
    cardRate: card?.taux ?? null,
    cardUrl: card?.url ?? null,
    cardVerified: card?.verified ?? false,
  };
}

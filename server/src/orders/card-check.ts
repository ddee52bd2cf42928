import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { hasProvenPhone } from '@amasin/domain/users/proven-phone.ts';
import { record } from '../audit/record.ts';
import { noteInsurer } from '../claims/name.ts';
import { deleteUnsentLine } from '../claims/queries.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { lockByName } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { releaseCardFile } from '../insurance/card.ts';
import { findNamed, markExcluded } from '../insurance/insurers.ts';
import {
  type CardCopy,
  type CardDecided,
  decideCard,
  digestOfCard,
  findDecision,
  forgetRefusal,
  rememberRefusal,
  setCheckAsked,
  setVerified,
} from '../insurance/queries.ts';
import { mayBePaid } from '../insurance/release-orders.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { personsOf } from '../people/person.ts';
import { findUser } from '../people/queries.ts';
import { requireProvenPhone } from '../people/require-proven-phone.ts';
import { lockPrescription } from '../prescriptions/write-queries.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay } from '../session/limits.ts';
import { portalsOpenSince } from './cancel.ts';
import {
  findOrdersWithCard,
  removeCard,
  setAgreement,
  setCardVerified,
  sumUnchecked,
  type Use,
} from './card-queries.ts';
import { insertEvents, lockOrder, replaceOrderItems } from './change-queries.ts';
import { stateChanged } from './load.ts';
import { cardAccepted, cardRefused } from './notices.ts';
import { isBeingPaid } from './payment-queries.ts';
import { findOrder, type OrderView } from './queries.ts';
import { amountsOf, quoteItems } from './quote.ts';

/**
 * Sets whether the insurance card of an order is verified (rule 35), and the customer's own card while its rate and file are the
 * same. No paid amount changes. Repeated, it changes nothing.
 * @throws 409 NO_INSURANCE_CARD when the order was placed without one; 422 INVALID for an insurer that does not allow the rate
 */
export async function checkInsurance(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  { verified, insurer }: { readonly verified: boolean; readonly insurer?: string | null | undefined },
): Promise<void> {
  const { cardId: id, cardRate: rate, cardUrl: fileKey } = order;
  if (id === null || rate === null || fileKey === null) throw new Refusal('NO_INSURANCE_CARD');
  await transact(ctx.db, async (tx) => {
    const named = verified ? await findNamed(tx, insurer, rate) : null;
    if (!(await setCardVerified(tx, order.id, verified))) return;
    const at = ctx.clock.now();
    const actorId = ctx.actor._id;
    const checked = { verified, checkedById: actorId, insurerId: named?.id ?? null };
    const set = await setVerified(tx, { id, rate, fileKey }, checked);
    if (verified && set !== null) await forgetRefusal(ctx, tx, set.card);
    const values = { from: String(!verified), to: String(verified) };
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'check-insurance', ...values }]);
    if (verified) await coverOrder(ctx, tx, order.id);
    else await deleteUnsentLine(tx, order.id);
    if (set?.isAwaited || (verified && order.cardAwaited))
      await notify(ctx.jobs, tx, at, [cardAccepted(order.customerId, order.cardAwaited ? order : null)]);
  });
}

/**
 * Notes the insurer's prior agreement to an unpaid order that waits for it: it can be paid then. Repeated, it changes nothing.
 * @throws 409 NO_INSURANCE_CARD; STATE_CHANGED once it is paid or cancelled
 */
export async function noteAgreement(ctx: Ctx, { order }: Seen<OrderView>, reference: string): Promise<void> {
  if (order.cardId === null) throw new Refusal('NO_INSURANCE_CARD');
  if (order.agreement === reference) return;
  const at = ctx.clock.now();
  const actorId = ctx.actor._id;
  await transact(ctx.db, async (tx) => {
    if (!(await setAgreement(tx, order.id, reference))) throw stateChanged(ctx.actor, order);
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'note-agreement' }]);
    if (order.cardAwaited) await notify(ctx.jobs, tx, at, [mayBePaid(order)]);
  });
}

interface Check {
  /** The caller has read this rate and this file. */
  readonly taux: number;
  readonly url: string;
  readonly refused: CardRefusal | null;
  /** Whose card it is; null or missing when its insurer is to be named. */
  readonly insurer?: string | null | undefined;
}

/**
 * Decides on a card that is to be checked, and on the orders with it: once it is accepted, they can be paid; once it is refused,
 * unpaid ones lose it. An order in an open portal keeps its amount until it is next paid for. Of two at once, one decides.
 * @throws 409 CARD_CHECKED when it waits for no check (any more), or is not what was read; 422 INVALID for an insurer that does not allow
 * its rate
 */
export async function checkCard(ctx: Ctx, id: string, { taux, url, refused, insurer }: Check): Promise<void> {
  const at = ctx.clock.now();
  const actorId = ctx.actor._id;
  await transact(ctx.db, async (tx) => {
    const named = refused === null ? await findNamed(tx, insurer, taux) : null;
    const decision = { refused, checkedById: actorId, insurerId: named?.id ?? null };
    const card = await decideCard(tx, id, { rate: taux, fileKey: url, ...decision });
    if (card === null) throw new Refusal('CARD_CHECKED');
    const decided = { isAccepted: refused === null, checkedById: actorId };
    if (refused === null) await forgetRefusal(ctx, tx, card);
    else await rememberRefusal(ctx, tx, card, { refused, at });
    let waiting: OrderRow | null = null;
    for (const orderId of await findOrdersWithCard(tx, card)) {
      const order = (await findOrder(tx, orderId))?.order;
      if (order?.cardAwaited) waiting = order;
      await applyDecision(ctx, tx, orderId, decided);
    }
    const { ownerId } = card;
    const details = { fields: ['verified'], to: refused === null };
    await record(ctx, tx, { action: 'change', kind: 'card', id, customerId: ownerId, details });
    await notify(ctx.jobs, tx, at, [
      refused === null ? cardAccepted(ownerId, waiting) : cardRefused(ownerId, refused),
    ]);
  });
}

/**
 * Puts a card on the list of those to check when it is first used, and tells the pharmacists and the supervisors, once.
 * @throws 429 TOO_MANY_TRIES after ten in a day
 */
export async function askCardCheck(ctx: Ctx, cardId: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    if (!(await setCheckAsked(tx, cardId, at))) return;
    // Another card, or another file of it, asks for another check.
    await countOfDay(ctx, tx, 'card');
    const agents = await findUserIdsOfType(tx, ['agent']);
    const supervisors = await findUserIdsOfType(tx, ['supervisor']);
    const tell = (page: string) => (userId: string) => ({
      userId,
      title: 'Carte à vérifier',
      message: 'Une carte d’assurance est à vérifier.',
      link: `/${page}?tab=verifier`,
    });
    await notify(ctx.jobs, tx, at, [
      ...agents.map(tell('agent-dashboard')),
      ...supervisors.map(tell('supervisor-dashboard')),
    ]);
  });
}

/** The reductions of unchecked cards count for this long (rule 40). */
const COUNTED_MS = 30 * DAY_MS;

/** Returns what the card of a purchase takes off, FCFA: 0 without a card, and once it is checked. */
export const uncheckedReduction = (card: { verified: boolean } | null, reduction: number): number =>
  card === null || card.verified ? 0 : reduction;

/**
 * Returns the keyed hashes of the telephone of who pays with a card that nobody has checked: none while it is not proven, as it would
 * count for a stranger (rule 49).
 * @param reduction by the card, FCFA
 * @throws 403 PHONE_PROOF_REQUIRED where the operator wants a proof
 */
export async function personsOfPayer(ctx: Ctx, tx: Database, reduction: number): Promise<string[]> {
  if (reduction === 0) return [];
  await requireProvenPhone({ ...ctx, db: tx });
  const payer = await findUser(tx, ctx.actor._id);
  return payer !== null && hasProvenPhone(payer) ? personsOf(ctx, payer.phone) : [];
}

/** Returns the digest of the file of a card that nobody has checked, null for any other. */
export const digestOfUnchecked = async (
  ctx: Ctx,
  card: { readonly url: string; readonly verified: boolean } | null,
): Promise<string | null> => (card === null || card.verified ? null : digestOfCard(ctx, card.url));

interface UncheckedUse extends Pick<Use, 'persons' | 'file' | 'basketIds'> {
  /** What the card takes off the purchase, FCFA. */
  readonly reduction: number;
}

/**
 * Tells whether another unchecked reduction takes the caller above what one account, one proven telephone or one photograph of a card
 * may use (rule 40). The caller's row and the photograph are locked: of two purchases at once, the second counts the first.
 */
export async function isAboveUncheckedLimit(
  ctx: Ctx,
  tx: Database,
  { reduction, ...use }: UncheckedUse,
): Promise<boolean> {
  if (reduction === 0) return false;
  const { insuranceStrict, uncheckedInsuranceLimit } = ctx.settings;
  const limit = insuranceStrict ? 0 : uncheckedInsuranceLimit;
  if (reduction > limit) return true;
  const now = ctx.clock.now();
  if (use.file !== null) await lockByName(tx, `card ${use.file}`);
  const used = await sumUnchecked(tx, {
    ...use,
    customerId: ctx.actor._id,
    since: new Date(now.getTime() - COUNTED_MS),
    portalsSince: portalsOpenSince(now),
  });
  return used + reduction > limit;
}

type Clocked = Pick<Ctx, 'clock'>;

/**
 * Applies the decision about a card to an order that copied it: its card is verified, or an unpaid order loses it. An order in an
 * open portal keeps its amount, and gets the refusal when it is next paid for.
 */
async function applyDecision(
  ctx: Clocked,
  tx: Database,
  orderId: string,
  { isAccepted, checkedById: actorId }: CardDecided,
): Promise<void> {
  if (!isAccepted) {
    await dropCard(ctx, tx, orderId, actorId);
    return;
  }
  if (!(await setCardVerified(tx, orderId, true))) return;
  const at = ctx.clock.now();
  const action = 'check-insurance';
  await insertEvents(tx, [{ orderId, at, actorId, action, from: 'false', to: 'true' }]);
  await coverOrder(ctx, tx, orderId);
}

/** Returns what identifies the card of a draft. */
export const copyOf = (card: FrozenOrder['insuranceCard']): CardCopy | null =>
  card === null ? null : { id: card._id, rate: card.taux, fileKey: card.url };

/** Returns the card that a draft copied, once it is checked. */
export const checkedCopyOf = (card: FrozenOrder['insuranceCard']): CardCopy | null =>
  card?.verified ? copyOf(card) : null;

/** Returns the card that an order copied, once it is checked. */
export const checkedCardOf = ({
  cardId: id,
  cardRate: rate,
  cardUrl,
  cardVerified,
}: OrderRow): CardCopy | null =>
  id === null || rate === null || cardUrl === null || !cardVerified ? null : { id, rate, fileKey: cardUrl };

/**
 * Lets the insurer of an order's checked card count (rule 60): it owes the reduction of a paid order, and an unpaid one is priced without
 * covering what it excludes. An order in an open portal keeps its amount until it is next paid for.
 */
async function coverOrder(ctx: Clocked, tx: Database, orderId: string): Promise<void> {
  const order = (await findOrder(tx, orderId))?.order;
  if (order === undefined) return;
  if (order.state === 'pre-treatment') await priceExclusions(ctx, tx, orderId);
  else await noteInsurer(ctx, tx, { orderId, card: checkedCardOf(order), reduction: order.reduction ?? 0 });
}

/**
 * Prices an unpaid order anew when the insurer of its checked card excludes other medicines than it was priced with.
 * @returns the new quote; null, with nothing changed, when nothing is different, or while it can be paid in an open portal
 */
async function priceExclusions({ clock }: Clocked, tx: Database, orderId: string): Promise<Quote | null> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  await lockOrder(tx, orderId);
  const view = await findOrder(tx, orderId);
  if (view === null || view.order.state !== 'pre-treatment' || view.items.length === 0) return null;
  const { order } = view;
  const stored = view.items.map(({ form: _, review: __, excluded: ___, ...item }) => item);
  const items = await markExcluded(tx, checkedCardOf(order), stored);
  if (items.every(({ excluded = false }, index) => excluded === view.items[index]?.excluded)) return null;
  const at = clock.now();
  if (await isBeingPaid(tx, orderId, portalsOpenSince(at))) return null;
  const quote = quoteItems(order, items, 'orderId');
  const amounts = { ...amountsOf(items, quote), leftOut: order.leftOut };
  if (!(await replaceOrderItems(tx, orderId, amounts, items))) return null;
  const totals = { from: String(order.total), to: String(quote.total) };
  if (quote.total !== order.total)
    await insertEvents(tx, [{ orderId, at, actorId: null, action: 'price-anew', ...totals }]);
  return quote;
}

/** Finds the decision about the card that the order does not have yet; null without one, or when the card has changed since. */
function findMissedDecision(
  db: Database,
  { cardId: id, cardRate: rate, cardUrl: fileKey, cardVerified }: OrderRow,
): Promise<CardDecided | null> {
  if (id === null || rate === null || fileKey === null || cardVerified) return Promise.resolve(null);
  return findDecision(db, { id, rate, fileKey });
}

/**
 * Locks an order that is about to be paid, and applies a decision that it did not get when it was made: it was in a portal that has
 * closed since, or the card was ticked on another order. What its insurer excludes since counts too.
 * @returns the order as it is then
 */
export async function applyMissedDecision(ctx: Clocked, tx: Database, orderId: string): Promise<OrderRow> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  // Cancelling, removing the card, confirming a payment and editing the prescription lock them too: the order cannot change before
  // the commit.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  const order = await lockOrder(tx, orderId);
  const decision = await findMissedDecision(tx, order);
  if (decision !== null) await applyDecision(ctx, tx, orderId, decision);
  const priced = await priceExclusions(ctx, tx, orderId);
  return decision === null && priced === null ? order : lockOrder(tx, orderId);
}

/**
 * Takes the card and its reduction off an unpaid order. An order that is paid or has no card does not change.
 * @returns false, with nothing changed, while the customer can still pay in an open portal
 */
export async function dropCard(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Database,
  orderId: string,
  actorId: string | null,
): Promise<boolean> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  // Opening a payment, confirming one and editing the prescription lock it too.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  await lockOrder(tx, orderId);
  const view = await findOrder(tx, orderId);
  if (view === null || view.order.state !== 'pre-treatment' || view.order.cardId === null) return true;
  const at = clock.now();
  if (await isBeingPaid(tx, orderId, portalsOpenSince(at))) return false;
  const { total, cardUrl } = view.order;
  const none = { commission: null, reduction: null, total: null };
  const { commission, reduction, ...quote } =
    total === null ? none : quoteItems({ ...view.order, cardRate: null }, view.items, 'orderId');
  await removeCard(tx, orderId, { commission, reduction, total: quote.total });
  if (cardUrl !== null) await releaseCardFile(tx, cardUrl);
  const totals = total === null ? {} : { from: String(total), to: String(quote.total) };
  await insertEvents(tx, [{ orderId, at, actorId, action: 'remove-insurance', ...totals }]);
  return true;
}

import { randomUUID } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { quoteOf } from '@amasin/domain/orders/pricing.ts';
import { choiceOf } from '@amasin/domain/orders/split-lines.ts';
import { maskPhone } from '@amasin/domain/payments/operators.ts';
import {
  PAY_LINK_FOLLOWED_MS,
  PAY_LINK_MS,
  type PayLinkState,
  payLinkState,
} from '@amasin/domain/payments/pay-link.ts';
import type {
  PayLink,
  PayRequest,
  ReceivedByLink,
  ShownContent,
} from '@amasin/domain/payments/pay-request.ts';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { LinkedDraft } from '../database/schema/pay-links.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import type { PayingLink } from '../payments/basket.ts';
import { lockCustomer } from '../payments/basket-queries.ts';
import { choicesOf, meansOf } from '../payments/open.ts';
import { findPayment } from '../payments/queries.ts';
import { namePayment, readPayment } from '../payments/read-payment.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay, guardUnknown } from '../session/limits.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { caps } from '../settings/limits.ts';
import {
  digestOfUnchecked,
  isAboveUncheckedLimit,
  personsOfPayer,
  uncheckedReduction,
} from './card-check.ts';
import { hasToAsk, requireAnswer } from './inquire.ts';
import { stateChanged } from './load.ts';
import { contentDigest, openPayment, orderDigest } from './pay.ts';
import {
  countOpenedBy,
  findPayLinkByToken,
  findPayLinkFor,
  findPayLinksOf,
  insertPayLink,
  lockPayLink,
  type PayLinkView,
  setShowsContent,
  setWithdrawn,
  sweepLinks,
} from './pay-link-queries.ts';
import { freezeOrder } from './place.ts';
import { findOrder, findOrderFor } from './queries.ts';
import { refuseUnavailable } from './recalled.ts';

type CreateBody = HandlerInput<typeof endpoints.createPayLink>['body'];

/** What a link asks to pay: a draft or an existing order. */
interface Asked {
  readonly orderId: string | null;
  readonly draft: LinkedDraft | null;
  readonly basketId: string;
  readonly contentDigest: string;
  readonly amount: number;
  /** Returns whether its card has to be checked first. */
  readonly isAwaited: (tx: Database) => Promise<boolean>;
}

/**
 * Makes a link by which somebody else may pay for a draft or an unpaid order; the former link of the same basket is withdrawn. It
 * reserves nothing. Its token is returned once and stored as a hash (rule 56).
 * @throws what freezeOrder throws; 404 NOT_FOUND; 409 ALREADY_PAID, STATE_CHANGED, NOT_PAYABLE_YET, NOTHING_TO_PAY, MEDICINE_RECALLED,
 * INSURANCE_UNVERIFIED while its card is to be checked, PHARMACY_ASKED before a pharmacy has answered; 429 TOO_MANY_TRIES after twenty in a day
 */
export async function createPayLink(
  ctx: Ctx,
  body: CreateBody,
): Promise<{ view: Seen<PayLinkView>; token: string }> {
  const customerId = ctx.actor._id;
  const createdAt = ctx.clock.now();
  const asked = body.order
    ? await askedByDraft(ctx, body.order, body.basketId || randomUUID())
    : await askedByOrder(ctx, body.orderId ?? '');
  const { isAwaited, ...what } = asked;
  const token = newToken();
  const view = await transact(ctx.db, async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw new Refusal('UNAUTHENTICATED');
    if (await isAwaited(tx)) throw new Refusal('INSURANCE_UNVERIFIED');
    await countOfDay(ctx, tx, 'payLink');
    const id = await insertPayLink(tx, {
      ...what,
      tokenHash: tokenHash(token),
      customerId,
      showsContent: body.showsContent,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + PAY_LINK_MS),
    });
    const made = await findPayLinkFor(tx, customerId, id);
    if (made === null) throw new Error('a pay link was not stored');
    if (made.order !== null && made.order.isPaidByLink !== null)
      throw new Refusal('ALREADY_PAID', { order: { _id: made.order.id, number: made.order.number } });
    return made;
  });
  return { view, token };
}

async function askedByDraft(ctx: Ctx, sent: OrderDraft, basketId: string): Promise<Asked> {
  const frozen = await freezeOrder(ctx, sent, 'order.');
  if (await hasToAsk(ctx, frozen, false)) throw new Refusal('PHARMACY_ASKED');
  const { quote, items, insuranceCard: card } = frozen;
  const file = await digestOfUnchecked(ctx, card);
  const reduction = uncheckedReduction(card, quote.reduction);
  return {
    orderId: null,
    draft: {
      order: draftOf(frozen),
      lines: items.map(({ label, quantity, price }) => ({ label, quantity, price })),
      quote,
    },
    basketId,
    contentDigest: contentDigest(frozen),
    amount: quote.total,
    isAwaited: async (tx) => {
      const persons = await personsOfPayer(ctx, tx, reduction);
      return isAboveUncheckedLimit(ctx, tx, { reduction, persons, file, basketIds: [basketId] });
    },
  };
}

/** Makes a draft of a frozen one, without prices and total: they are the server's again when it is paid. */
function draftOf({
  items,
  leftOut,
  zone,
  address,
  insuranceCard,
  prescription,
  wishedPharmacy,
}: FrozenOrder): OrderDraft {
  return {
    prescription: prescription
      ? {
          type: 'numerical',
          prescriptionNumber: prescription.prescriptionNumber,
          ...choiceOf(items, leftOut ?? []),
        }
      : { type: 'numerical', items: items.map(({ medicationId, quantity }) => ({ medicationId, quantity })) },
    deliveryZone: zone._id,
    deliveryAddress: address,
    insuranceCard: insuranceCard?._id ?? null,
    wishedPharmacy: wishedPharmacy ?? null,
  };
}

async function askedByOrder(ctx: Ctx, id: string): Promise<Asked> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  const { order } = view;
  const { number, total, cardAwaited } = order;
  if (order.state === 'cancelled') throw stateChanged(ctx.actor, order);
  if (order.state !== 'pre-treatment') throw new Refusal('ALREADY_PAID', { order: { _id: id, number } });
  if (total === null) throw new Refusal('NOT_PAYABLE_YET');
  if (total === 0) throw new Refusal('NOTHING_TO_PAY');
  await refuseUnavailable(ctx.db, view.items);
  await requireAnswer(ctx, view, false);
  return {
    orderId: id,
    draft: null,
    basketId: id,
    contentDigest: orderDigest(id),
    amount: total,
    isAwaited: async () => cardAwaited,
  };
}

const followedSince = ({ clock }: Pick<SystemCtx, 'clock'>) =>
  new Date(clock.now().getTime() - PAY_LINK_FOLLOWED_MS);

/** More are of no use on a screen. */
const MAX_LISTED = 20;

export const listPayLinks = (ctx: Ctx): Promise<Seen<PayLinkView>[]> =>
  findPayLinksOf(ctx.db, ctx.actor._id, followedSince(ctx), MAX_LISTED);

/** @throws 404 NOT_FOUND for a link of another customer */
export async function loadPayLink(ctx: Ctx, id: string): Promise<Seen<PayLinkView>> {
  const view = await findPayLinkFor(ctx.db, ctx.actor._id, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  return view;
}

/** Shows medicines and receipt to whoever has the link, or hides them again. */
export async function showContent(
  ctx: Ctx,
  { link }: Seen<PayLinkView>,
  shows: boolean,
): Promise<Seen<PayLinkView>> {
  await setShowsContent(ctx.db, link.id, shows);
  return loadPayLink(ctx, link.id);
}

/** Withdraws a link: it opens no other payment. Repeated, it changes nothing. A payment that is open may still be confirmed. */
export const withdrawPayLink = (ctx: Ctx, { link }: Seen<PayLinkView>): Promise<void> =>
  setWithdrawn(ctx.db, link.id, ctx.clock.now());

/**
 * Reads the link of a token, for whoever has it. Nothing changes.
 * @param proof of work, sent once this address has named many unknown links
 * @throws 404 PAY_LINK_UNKNOWN; 429 TOO_MANY_TRIES
 */
export async function readPayLink(ctx: PublicCtx, token: string, proof: unknown): Promise<PayLinkView> {
  const view = await guardUnknown(ctx, proof, () =>
    findPayLinkByToken(ctx.db, tokenHash(token), followedSince(ctx)),
  );
  if (view === null) throw new Refusal('PAY_LINK_UNKNOWN');
  return view;
}

type PayBody = HandlerInput<typeof endpoints.openPayLink>['body'];

/**
 * Opens a payment of the customer's basket for whoever has the link, with an operator and a number of theirs. What is bought, its
 * price and whether it is unpaid are checked now, as when the customer pays herself; the payer reads no more than that it changed.
 * @throws what readPayLink throws; 409 ALREADY_PAID, PAY_LINK_ENDED, PAY_LINK_CHANGED, AMOUNT_CHANGED with the new total,
 * PAYMENT_UNDER_REVIEW, ORDER_BEING_PAID; 422 INVALID for means that are not offered; 429 PHONE_ASKED_ENOUGH, TOO_MANY_TRIES;
 * 503 PAYMENT_SERVICE_ERROR
 */
export async function payByLink(ctx: PublicCtx, body: PayBody, proof: unknown) {
  const view = await readPayLink(ctx, body.token, proof);
  const { link } = view;
  const state = stateOf(view, ctx.clock.now());
  if (state !== 'open') throw notOpen(state, view);
  const { provider, operator, payingPhone } = body;
  const own = customerCtx(ctx, view);
  meansOf(own, { provider, operator, payingPhone });
  const { orderId, draft, basketId } = link;
  const bought =
    draft === null ? { orderId } : { order: { ...draft.order, finalAmount: body.amount }, basketId };
  try {
    const { transactionId, amount, portal } = await openPayment(
      own,
      { ...bought, provider, operator, payingPhone },
      payingLink(own, view, body.amount),
    );
    return { transactionId, amount, portal };
  } catch (error) {
    throw error instanceof Refusal ? forPayer(error, view) : error;
  }
}

/** The context of the customer who asks: what is bought is hers, whoever pays. */
const customerCtx = (ctx: PublicCtx, { link, asker }: PayLinkView): Ctx => ({
  ...ctx,
  actor: { _id: link.customerId, type: 'customer', name: asker.name, phone: asker.phone },
});

/** @param accepted the amount that the payer has read */
function payingLink(ctx: Ctx, view: PayLinkView, accepted: number): PayingLink {
  const { id, createdAt, customerId } = view.link;
  return {
    id,
    createdAt,
    holdOpen: async (tx, { amount, isNew }) => {
      const now = ctx.clock.now();
      await lockPayLink(tx, id);
      const held = await findPayLinkFor(tx, customerId, id);
      const state = held === null ? 'expired' : stateOf(held, now);
      if (state !== 'open') throw notOpen(state, view);
      if (amount !== accepted) throw amountFor(amount);
      if (isNew) await limitPayments(tx, id, now);
    },
  };
}

async function limitPayments(tx: Database, id: string, now: Date): Promise<void> {
  const { count: most, withinMs } = caps.linkPayments;
  const { count, first } = await countOpenedBy(tx, id, new Date(now.getTime() - withinMs));
  if (count >= most) throw tooManyTries((first ?? now).getTime() + withinMs - now.getTime());
}

/** 409 with the new sum only: its parts would tell what is bought, and of an insurance. */
const amountFor = (total: number) =>
  new Refusal('AMOUNT_CHANGED', { values: { total: formatAmount(total) }, quote: { total } });

function notOpen(state: PayLinkState, view: PayLinkView): Refusal {
  if (state === 'checking') return new Refusal('PAYMENT_UNDER_REVIEW');
  const isEnded = state === 'expired' || state === 'withdrawn' || state === 'cancelled' || state === 'open';
  return isEnded ? new Refusal('PAY_LINK_ENDED', namesAsker(view)) : new Refusal('ALREADY_PAID');
}

const namesAsker = ({ asker }: PayLinkView) => ({ values: { name: firstName(asker.name) } });

/** Says to who pays what an opening was refused for, without what the customer alone may read: her order, medicines, card. */
function forPayer(error: Refusal, view: PayLinkView): Refusal {
  switch (error.code) {
    case 'AMOUNT_CHANGED':
      return amountFor(error.details.quote?.total ?? 0);
    case 'ALREADY_PAID':
      return new Refusal('ALREADY_PAID');
    case 'PRESCRIPTION_RESERVED':
      return new Refusal('ORDER_BEING_PAID');
    case 'PAY_LINK_ENDED':
    case 'PAYMENT_UNDER_REVIEW':
    case 'ORDER_BEING_PAID':
    case 'IN_PROGRESS':
    case 'PHONE_ASKED_ENOUGH':
    case 'TOO_MANY_TRIES':
    case 'PAYMENT_SERVICE_ERROR':
      return error;
    default:
      return new Refusal('PAY_LINK_CHANGED', namesAsker(view));
  }
}

type FollowBody = HandlerInput<typeof endpoints.followPayLink>['body'];

/** How a payment opened by a link went, for the screen that waits for it. */
type Followed = 'pending' | 'paid' | 'failed' | 'review' | 'refunded';

/**
 * Asks the provider about a payment that was opened by this link, then reads the link.
 * @throws what readPayLink throws; 404 PAY_LINK_UNKNOWN for a payment that was not opened by it
 */
export async function followPayLink(
  ctx: PublicCtx,
  { token, transactionId, providerTransactionId }: FollowBody,
  proof: unknown,
): Promise<{ view: PayLinkView; status: Followed }> {
  const view = await readPayLink(ctx, token, proof);
  const payment = await findPayment(ctx.db, transactionId);
  if (payment === null || payment.payLinkId !== view.link.id) throw new Refusal('PAY_LINK_UNKNOWN');
  const own = customerCtx(ctx, view);
  const { status } =
    providerTransactionId == null
      ? await readPayment(own, payment)
      : await namePayment(own, payment, providerTransactionId);
  return { view: await readPayLink(ctx, token, proof), status: followed(status) };
}

function followed(status: PaymentRow['status']): Followed {
  return status === 'cancelled' || status === 'expired' ? 'failed' : status;
}

/** Erases what links that ended ask for, and old links by which nothing was paid. */
export const sweepPayLinks = (ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> =>
  sweepLinks(ctx.db, { now: ctx.clock.now(), since: followedSince(ctx) });

function stateOf({ link, order, received }: PayLinkView, now: Date): PayLinkState {
  return payLinkState(
    {
      until: link.expiresAt,
      isWithdrawn: link.withdrawnAt !== null,
      order: order && { state: order.state, isReady: order.readyAt !== null },
      isPaidByLink: order?.isPaidByLink ?? null,
      isUnderReview: received.some(({ status, isOpen }) => status === 'review' && isOpen),
    },
    now,
  );
}

/** What is to be paid now, or was by the link; nothing else that the customer paid. */
function amountOf({ link, order }: PayLinkView): number {
  if (order === null || order.isPaidByLink === false) return link.amount;
  return (order.isPaidByLink ? order.paid : order.total) ?? link.amount;
}

const common = (view: PayLinkView, now: Date) => ({
  state: stateOf(view, now),
  amount: amountOf(view),
  until: view.link.expiresAt.toISOString(),
  received: view.received.map(presentReceived),
});

function presentReceived({
  status,
  amount,
  operator,
  payingPhone,
  at,
  isPaidBack,
  givenBack,
}: PayLinkView['received'][number]): ReceivedByLink {
  return {
    amount,
    state:
      status === 'refunded'
        ? isPaidBack
          ? 'refunded'
          : 'refund-asked'
        : status === 'review'
          ? 'checking'
          : 'paid',
    operator,
    payingPhone: payingPhone && maskPhone(payingPhone),
    at: new Date(at).toISOString(),
    ...(status === 'paid' && givenBack > 0 && { givenBack: { amount: givenBack, arrived: isPaidBack } }),
  };
}

/** Presents a link to its customer. */
export function presentPayLink(ctx: Ctx, view: Seen<PayLinkView>): PayLink {
  const { id, orderId, basketId, showsContent, createdAt } = view.link;
  return {
    _id: id,
    ...common(view, ctx.clock.now()),
    orderId: view.order?.id ?? orderId,
    basketId,
    showsContent,
    createdAt: createdAt.toISOString(),
  };
}

/** Presents a link to whoever has it (rule 56). */
export async function presentPayRequest(ctx: PublicCtx, view: PayLinkView): Promise<PayRequest> {
  const shown = common(view, ctx.clock.now());
  const choices = choicesOf(ctx);
  const content = view.link.showsContent ? await contentOf(ctx.db, view, shown.state) : null;
  return {
    ...shown,
    asker: { firstName: firstName(view.asker.name), phone: maskPhone(view.asker.phone ?? '') },
    ...(shown.state === 'open' && choices.length > 0 && { choices }),
    ...(content !== null && { content }),
  };
}

/** What the customer shows: only while it is to be paid by the link, or was. */
async function contentOf(
  db: Database,
  { link, order }: PayLinkView,
  state: PayLinkState,
): Promise<ShownContent | null> {
  if (state === 'elsewhere' || state === 'withdrawn' || state === 'expired') return null;
  const view = order === null ? null : await findOrder(db, order.id);
  if (view === null) {
    if (link.draft === null) return null;
    const { lines, quote } = link.draft;
    const { deliveryFee, commission, reduction } = quote;
    return { number: null, paidAt: null, lines, deliveryFee, commission, reduction };
  }
  const { deliveryFee, commission, reduction } = quoteOf(view.order);
  return {
    number: view.order.number,
    paidAt: view.order.paidAt?.toISOString() ?? null,
    lines: view.items.map(({ label, quantity, price }) => ({ label, quantity, price })),
    deliveryFee,
    commission,
    reduction,
  };
}

/** A person is known by the first word of the name; longer ones are cut. */
const firstName = (name: string): string => (name.trim().split(/\s+/)[0] ?? '').slice(0, 40);

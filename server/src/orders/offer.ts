import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import { isInquired } from '@amasin/domain/inquiries/inquiry.ts';
import type { LeftOutItem, OrderInquiry } from '@amasin/domain/orders/order.ts';
import { type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { splitLines, withinOrder } from '@amasin/domain/orders/split-lines.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { markExcluded } from '../insurance/insurers.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import { offeredOf } from '../prescriptions/lives.ts';
import { presentLeftOut } from '../prescriptions/present.ts';
import { findPrescription } from '../prescriptions/queries.ts';
import { lockPrescription } from '../prescriptions/write-queries.ts';
import { amountChanged, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { assignKeeper } from './assign.ts';
import { portalsOpenSince } from './cancel.ts';
import { checkedCardOf } from './card-check.ts';
import { insertEvents, lockOrder, type NewItem, replaceOrderItems } from './change-queries.ts';
import { agreedOf, isKept } from './inquire.ts';
import { findRound, type InquiryLine, type InquiryView, moveInquiry, setTaken } from './inquiry-queries.ts';
import { stateChanged } from './load.ts';
import { isBeingPaid } from './payment-queries.ts';
import { differs } from './place.ts';
import { findOrder, type OrderView } from './queries.ts';
import { amountsOf } from './quote.ts';
import { refuseRecalled } from './recalled.ts';
import { giveInstead, insertSubstitution } from './substitute-queries.ts';

/** An order as an answer would make it. */
interface Offer {
  readonly items: readonly NewItem[];
  readonly leftOut: readonly LeftOutItem[];
  readonly quote: Quote;
}

/**
 * Makes the lines of an order as a pharmacy has them, at its prices; what it lacks is left out. What the customer has left out herself
 * stays so; what only the answer lacked that she agreed to before comes back. Until the payment a line names what was ordered.
 * @returns null when none of it is left, or it is more than can be paid
 */
async function offerOf(
  ctx: Pick<Ctx, 'clock'>,
  db: Database,
  view: OrderView,
  { round, answer }: { round: readonly InquiryView[]; answer: InquiryView },
): Promise<Offer | null> {
  const { order, items } = view;
  const lacked = round.find(({ row }) => row.takenAt !== null && row.id !== answer.row.id);
  const isWanted = ({ medicationId }: InquiryLine) =>
    items.some((item) => item.medicationId === medicationId) ||
    lacked?.lines.some((line) => line.medicationId === medicationId && line.answer === 'missing') === true;
  const wanted = answer.lines.filter((line) => line.answer !== 'missing' && isWanted(line));
  const priceOf = new Map(wanted.map((line) => [line.medicationId, line.offeredPrice ?? line.price]));
  const atPrice = (item: NewItem): NewItem => ({
    ...item,
    price: priceOf.get(item.medicationId) ?? item.price,
  });
  const taken =
    order.prescriptionId === null
      ? {
          lines: wanted.map(({ medicationId, label, quantity, price }) => ({
            medicationId,
            label,
            quantity,
            price,
          })),
          leftOut: [],
        }
      : await splitPrescription(ctx, db, view, wanted);
  if (taken.lines.length === 0) return null;
  const covered = await markExcluded(db, checkedCardOf(order), taken.lines.map(atPrice));
  const quote = quoteOrder(covered, order.deliveryFee, order.cardRate ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA) return null;
  return { items: covered, leftOut: taken.leftOut, quote };
}

/** Splits what the order may take of its prescription by what is there; of a medicine as many boxes as the customer chose. */
async function splitPrescription(
  { clock }: Pick<Ctx, 'clock'>,
  db: Database,
  { order, items }: OrderView,
  wanted: readonly InquiryLine[],
): Promise<{ lines: readonly NewItem[]; leftOut: readonly LeftOutItem[] }> {
  const prescription = await findPrescription(db, order.prescriptionId ?? '');
  if (prescription === null) throw new Error(`order ${order.id} lost its prescription`);
  const all = withinOrder(offeredOf(prescription, clock.now()), items, order.leftOut);
  const ids = new Set(wanted.map(({ medicationId }) => medicationId));
  const quantities = [...ids].map((medicationId) => {
    const ofIt = <One extends { medicationId: string }>(lines: readonly One[]) =>
      lines.filter((line) => line.medicationId === medicationId);
    const chosen = ofIt(items);
    return { medicationId, quantity: boxesOf(chosen.length > 0 ? chosen : ofIt(wanted)) };
  });
  const leftOut = all.flatMap(({ medicationId }) => (ids.has(medicationId) ? [] : [medicationId]));
  const split = splitLines(all, { leftOut, quantities });
  return { lines: split.taken, leftOut: split.leftOut.map(presentLeftOut) };
}

const boxesOf = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

type TakeBody = HandlerInput<typeof inquiryEndpoints.takeOffer>['body'];

/**
 * Agrees to what a pharmacy has of an unpaid order, at its prices: the order becomes that. Repeated, it changes nothing.
 * @throws 404 NOT_FOUND for an answer about another order; 409 OFFER_LAPSED, AMOUNT_CHANGED, STATE_CHANGED, MEDICINE_RECALLED,
 * ORDER_BEING_PAID
 */
export async function takeOffer(
  ctx: Ctx,
  known: Seen<OrderView>,
  { inquiryId, total }: TakeBody,
): Promise<void> {
  const { id, prescriptionId } = known.order;
  await transact(ctx.db, async (tx) => {
    // As opening a payment, confirming one and editing the prescription do.
    if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
    const order = await lockOrder(tx, id);
    if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    const view = await findOrder(tx, id);
    const round = await findRound(tx, id);
    const answer = round.find(({ row }) => row.id === inquiryId);
    if (view === null || answer === undefined) throw new Refusal('NOT_FOUND');
    if (agreedOf(round, view) === answer && isKept(answer)) return;
    if (await isBeingPaid(tx, id, portalsOpenSince(ctx.clock.now()))) throw new Refusal('ORDER_BEING_PAID');
    const offer = isKept(answer) ? await offerOf(ctx, tx, view, { round, answer }) : null;
    if (offer === null) throw new Refusal('OFFER_LAPSED');
    if (differs(total, offer.quote.total)) throw amountChanged(offer.quote);
    await refuseRecalled(tx, [...offer.items, ...givenInstead(answer)]);
    const at = ctx.clock.now();
    await setTaken(tx, answer.row, at);
    const amounts = { ...amountsOf(offer.items, offer.quote), leftOut: [...offer.leftOut] };
    if (!(await replaceOrderItems(tx, id, amounts, offer.items))) throw stateChanged(ctx.actor, order);
    const totals = { from: String(order.total), to: String(offer.quote.total) };
    await insertEvents(tx, [{ orderId: id, at, actorId: ctx.actor._id, action: 'take-offer', ...totals }]);
  });
}

const givenInstead = ({ lines }: InquiryView) =>
  lines.flatMap(({ offeredId }) => (offeredId === null ? [] : [{ medicationId: offeredId }]));

/** What a paid order gets from the answer that its customer agreed to. */
interface Keeping {
  readonly view: OrderView;
  readonly at: Date;
}

/**
 * Gives a paid order to the pharmacy that keeps it, with the equivalents that its customer agreed to; in the transaction that pays it.
 * @param keeping.view the order as it was before
 * @returns the name of the pharmacy; null where none is assigned
 */
export async function keepAnswer(
  ctx: NoticeCtx,
  tx: Database,
  { view, at }: Keeping,
): Promise<string | null> {
  const { order } = view;
  const agreed = agreedOf(await findRound(tx, order.id), view);
  if (agreed === null || !(await moveInquiry(tx, agreed.row.id, { state: 'kept' }))) return null;
  for (const item of view.items) {
    const line = agreed.lines.find(({ medicationId }) => medicationId === item.medicationId);
    if (line === undefined || line.offeredId === null || line.offeredLabel === null) continue;
    const { offeredId: medicationId, offeredLabel: label, offeredPrice } = line;
    const price = offeredPrice ?? line.price;
    const row = {
      ...{ orderId: order.id, position: item.position, state: 'agreed' as const },
      ...{ reason: 'medicine-out-of-stock' as const, isEquivalent: true, quantity: item.quantity },
      ...{ prescribedId: item.medicationId, prescribedLabel: item.label, prescribedPrice: line.price },
      ...{ medicationId, label, price, proposedById: agreed.row.pharmacyId },
      ...{ proposedAt: agreed.row.answeredAt ?? at, until: agreed.row.heldUntil ?? at },
      ...{ decidedById: order.customerId, decidedAt: agreed.row.takenAt ?? at },
    };
    await insertSubstitution(tx, row);
    await giveInstead(tx, row, price);
  }
  return assignKeeper(ctx, tx, { order, pharmacyId: agreed.row.pharmacyId, at });
}

/** Presents what pharmacies say of an unpaid order, to its customer and those who supervise; nothing where none was asked. */
export async function presentInquiry(ctx: Ctx, view: OrderView): Promise<{ inquiry?: OrderInquiry }> {
  const { order } = view;
  if (order.state !== 'pre-treatment' || order.itemsCount === 0) return {};
  const round = await findRound(ctx.db, order.id);
  if (round.length === 0) return {};
  // The house may have stopped asking since.
  const isAsking = isInquired(ctx.settings.askPharmacies, order.prescriptionId !== null);
  const mayPayNow = ctx.settings.payWithoutWaiting || !isAsking;
  const agreed = agreedOf(round, view);
  const isAgreed = (one: InquiryView) => one === agreed && isKept(one);
  const pharmacies: OrderInquiry['pharmacies'] = [];
  for (const one of round) {
    const { row, pharmacy: name, lines } = one;
    const offer = isKept(one) ? await offerOf(ctx, ctx.db, view, { round, answer: one }) : null;
    pharmacies.push({
      ...{ _id: row.id, name, state: row.state, askedAt: row.askedAt.toISOString() },
      answeredAt: row.answeredAt?.toISOString() ?? null,
      heldUntil: row.heldUntil?.toISOString() ?? null,
      lines: lines.map(presentLine),
      total: offer?.quote.total ?? null,
      isAgreed: isAgreed(one),
    });
  }
  const isAsked = round.some(({ row }) => row.state === 'asked');
  const state = round.some(isAgreed)
    ? 'agreed'
    : isAsked
      ? 'asking'
      : round.some(isKept)
        ? 'offered'
        : 'nothing';
  return {
    inquiry: { state, mayPayNow, pharmacies: sortAnswers(pharmacies) },
  };
}

const presentLine = ({
  medicationId,
  label,
  quantity,
  price,
  answer,
  offeredLabel,
  offeredPrice,
  note,
}: InquiryLine) => ({
  ...{ medicationId, label, quantity, price, answer },
  ...(offeredPrice !== null && { offered: { label: offeredLabel ?? label, price: offeredPrice } }),
  ...(note !== null && { note }),
});

/** Sorts what was answered before what is asked. */
const sortAnswers = (pharmacies: OrderInquiry['pharmacies']) =>
  pharmacies.toSorted(({ answeredAt: one }, { answeredAt: other }) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : one < other ? -1 : 1,
  );

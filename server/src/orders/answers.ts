import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { isInquired, isPlain } from '@amasin/domain/inquiries/inquiry.ts';
import type { LeftOutItem, OrderInquiry } from '@amasin/domain/orders/order.ts';
import { type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { splitLines, withinOrder } from '@amasin/domain/orders/split-lines.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { offeredOf } from '../prescriptions/lives.ts';
import { presentLeftOut } from '../prescriptions/present.ts';
import { findPrescription } from '../prescriptions/queries.ts';
import { checkedCardOf } from './card-check.ts';
import { insertEvents, type NewItem, replaceOrderItems } from './change-queries.ts';
import { clearTaken, findRound, type InquiryLine, type InquiryView } from './inquiry-queries.ts';
import { findOrder, type OrderView } from './queries.ts';
import { amountsOf } from './quote.ts';

// What pharmacies answer about an unpaid order, and what it would be with an answer (rule 64).

export const isKept = ({ row }: InquiryView): boolean => row.state === 'answered';

type PricedLine = Pick<OrderView['items'][number], 'medicationId' | 'quantity' | 'price'>;

/** The answer that the customer agreed to, if the order still is what it says. */
export const agreedOf = (
  round: readonly InquiryView[],
  { items }: { readonly items: readonly PricedLine[] },
) =>
  round.find(
    ({ row, lines }) =>
      row.takenAt !== null &&
      (row.state === 'answered' || row.state === 'lapsed') &&
      items.every((item) => lines.some((line) => isSameLine(line, item))),
  ) ?? null;

const isSameLine = (line: InquiryLine, { medicationId, quantity, price }: PricedLine): boolean =>
  line.medicationId === medicationId &&
  line.answer !== 'missing' &&
  quantity <= line.quantity &&
  price === (line.offeredPrice ?? line.price);

/** The answer that the customer agreed to last, whatever became of it. */
export const takenOf = (round: readonly InquiryView[]) =>
  round.find(({ row }) => row.takenAt !== null) ?? null;

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
export async function offerOf(
  ctx: Pick<Ctx, 'clock'>,
  db: Database,
  view: OrderView,
  { round, answer }: { round: readonly InquiryView[]; answer: InquiryView },
): Promise<Offer | null> {
  const { order, items } = view;
  const lacked = takenOf(round);
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

/** Makes a locked order what an answer says. @returns false when it has moved on */
export const writeOffer = (tx: Database, id: string, { items, quote, leftOut }: Offer): Promise<boolean> =>
  replaceOrderItems(tx, id, { ...amountsOf(items, quote), leftOut: [...leftOut] }, items);

/**
 * Makes a locked order that nobody is paying again what it was before its customer agreed to an answer that does not hold any more: with
 * all that she ordered, at our prices.
 */
export async function dropOffer(
  ctx: Pick<Ctx, 'clock'>,
  tx: Database,
  view: OrderView,
  round: readonly InquiryView[],
): Promise<OrderView> {
  const { id, total } = view.order;
  const taken = takenOf(round);
  if (taken === null || isPlain(taken.lines)) return view;
  const lines = taken.lines.map((line) => ({ ...line, answer: 'there' as const, offeredPrice: null }));
  const ordered = await offerOf(ctx, tx, view, { round, answer: { ...taken, lines } });
  await clearTaken(tx, id);
  if (ordered === null || !(await writeOffer(tx, id, ordered))) return view;
  const totals = { from: String(total), to: String(ordered.quote.total) };
  if (totals.from !== totals.to)
    await insertEvents(tx, [{ orderId: id, at: ctx.clock.now(), action: 'drop-offer', ...totals }]);
  return (await findOrder(tx, id)) ?? view;
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
  if (state === 'nothing' && !isAsking) return {};
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

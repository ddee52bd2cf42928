import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import { lockPrescription } from '../prescriptions/write-queries.ts';
import { amountChanged, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { agreedOf, isKept, offerOf, writeOffer } from './answers.ts';
import { assignKeeper } from './assign.ts';
import { portalsOpenSince } from './cancel.ts';
import { insertEvents, lockOrder } from './change-queries.ts';
import { findRound, type InquiryView, moveInquiry, setTaken } from './inquiry-queries.ts';
import { stateChanged } from './load.ts';
import { isBeingPaid } from './payment-queries.ts';
import { differs } from './place.ts';
import { findOrder, type OrderView } from './queries.ts';
import { refuseUnavailable } from './recalled.ts';
import { giveInstead, insertSubstitution } from './substitute-queries.ts';

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
    await refuseUnavailable(tx, [...offer.items, ...givenInstead(answer)]);
    const at = ctx.clock.now();
    await setTaken(tx, answer.row, at);
    if (!(await writeOffer(tx, id, offer))) throw stateChanged(ctx.actor, order);
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

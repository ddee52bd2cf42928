import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import {
  atGivenPrice,
  giveBack,
  type Parts,
  sumOf,
  worthBefore,
  worthOf,
} from '@amasin/domain/orders/give-back.ts';
import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import { quoteOf } from '@amasin/domain/orders/pricing.ts';
import { concernsLine, isRecalled, isShortage } from '@amasin/domain/orders/reasons.ts';
import type { RefundReason } from '@amasin/domain/orders/refund.ts';
import { meansEnding } from '@amasin/domain/payments/operators.ts';
import { shareCorrected } from '../benefits/notices.ts';
import { type EarnedShare, recordGivingBack } from '../benefits/record-journals.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { lockCustomer } from '../payments/basket-queries.ts';
import { refundWay } from '../payments/choose-sender.ts';
import { insertRefund, insertRefundLines } from '../payments/refund-queries.ts';
import { returnToPrescription } from '../prescriptions/order.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { cancelPaid, lockPaid } from './cancel.ts';
import { clearProblem, insertEvents } from './change-queries.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toOne } from './notices.ts';
import { didMove, findOrder, type OrderView } from './queries.ts';
import { holdAgain } from './recalled.ts';

type Body = HandlerInput<typeof orderEndpoints.giveBack>['body'];

interface GivenLine extends Parts {
  readonly position: number;
  readonly medicationId: string;
  readonly quantity: number;
}

/**
 * Gives lines of a paid order back, or parts of their quantity, with their shares of commission and insurance (rule 58): the refund, its
 * journal and its lines in one transaction; the repeated job sends it. An order of which nothing remains to be handed over is cancelled
 * with all of its money. The body says how many are given back in the end, so that it changes nothing when it is repeated.
 * @throws 422 INVALID for a medicine that is not in the order, or more than it has; 409 STATE_CHANGED when it is not paid; CANCEL_ASKED
 * when nothing would remain and a request of its customer waits; NOTHING_TO_GIVE_BACK
 */
export async function giveBackLines(ctx: Ctx, { order: known }: Seen<OrderView>, body: Body): Promise<void> {
  const isPaid = await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, known.customerId);
    const locked = await lockPaid(tx, known);
    const view = await findOrder(tx, known.id);
    if (locked === null || view === null || !isPaidState(locked.order.state)) return false;
    const lines = linesOf(view, body);
    if (lines.length === 0) return true;
    if (isBeforeHandover(locked.order) && isAllOf(view, lines)) {
      const cancellation = { by: 'unasked', reason: 'unavailable', note: body.note } as const;
      if (!(await cancelPaid(ctx, tx, view, cancellation))) throw new Refusal('CANCEL_ASKED');
      return true;
    }
    await giveLinesBack(ctx, tx, { ...locked, view, lines, body, hasAccount });
    return true;
  });
  if (isPaid) return;
  // The same person gave the last line back, which cancelled the order.
  const { order: now } = await loadOrder(ctx, known.id);
  const isMine = now.state === 'cancelled' && (await didMove(ctx.db, known.id, ctx.actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(ctx.actor, now);
}

const isBeforeHandover = ({ state }: OrderRow) => state === 'pending' || state === 'delivering';

/** Returns what is to be given back now. @throws 422 INVALID */
function linesOf(view: OrderView, body: Body): GivenLine[] {
  const { items } = view;
  const asked = new Map(
    body.lines.map(({ medicationId, givenBack: upTo }, n) => [medicationId, { upTo, n }]),
  );
  for (const [medicationId, { upTo, n }] of asked) {
    const item = items.find((one) => one.medicationId === medicationId);
    if (item === undefined)
      throw invalidField(`lines.${n}.medicationId`, 'Ce médicament n’est pas dans cette commande');
    if (upTo > item.quantity)
      throw invalidField(`lines.${n}.givenBack`, `La commande n’en compte que ${item.quantity}`);
  }
  const more = items.flatMap((item) => {
    const quantity = (asked.get(item.medicationId)?.upTo ?? 0) - item.givenBack;
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  const parts = giveBack(quoteOf(view.order), worthOf(items), worthBefore(items), more.map(atGivenPrice));
  return more.flatMap(({ position, medicationId, quantity }, n) => {
    const one = parts[n];
    return one === undefined ? [] : [{ position, medicationId, quantity, ...one }];
  });
}

const isAllOf = ({ items }: Pick<OrderView, 'items'>, lines: readonly GivenLine[]): boolean =>
  items.every(({ position, quantity, givenBack }) => {
    const now = lines.find((line) => line.position === position)?.quantity ?? 0;
    return givenBack + now === quantity;
  });

interface Giving {
  readonly payment: PaymentRow;
  readonly order: OrderRow;
  readonly view: OrderView;
  readonly lines: readonly GivenLine[];
  readonly body: Body;
  readonly hasAccount: boolean;
}

async function giveLinesBack(ctx: Ctx, tx: Database, giving: Giving): Promise<void> {
  const { order, lines, body } = giving;
  const { id: orderId } = order;
  const amount = sumOf(lines).total;
  if (amount === 0) throw new Refusal('NOTHING_TO_GIVE_BACK');
  const at = ctx.clock.now();
  const corrected = await payBack(ctx, tx, { ...giving, reason: body.reason, note: body.note, at });
  if (order.prescriptionId !== null) await returnToPrescription(tx, order.prescriptionId, at);
  const isSolved = solves(order, giving) && (await clearProblem(tx, orderId));
  // Another of its medicines may be recalled too.
  if (isSolved && isRecalled(order.problem)) await holdAgain(ctx, tx, { orderId, since: null, at });
  const event = { orderId, at, actorId: ctx.actor._id };
  await insertEvents(tx, [
    { ...event, action: 'give-back', to: String(boxesOf(lines)) },
    ...(isSolved ? [{ ...event, action: 'solve-problem', from: order.problem }] : []),
  ]);
  await notify(ctx.jobs, tx, at, [
    ...messagesOf(giving, { amount, isSolved }),
    ...(corrected === null ? [] : [shareCorrected(corrected)]),
  ]);
}

interface PayingBack {
  readonly payment: PaymentRow;
  readonly order: OrderRow;
  readonly lines: readonly (Parts & { readonly position: number; readonly quantity: number })[];
  readonly reason: RefundReason;
  readonly note: string | null;
  readonly at: Date;
}

/**
 * Records that a part of a locked order is paid back: the refund, its journal and its lines.
 * @returns by how much it corrects the share of a partner; null when it corrects none
 */
export async function payBack(
  ctx: Ctx,
  tx: Database,
  { payment, order, lines, reason, note, at }: PayingBack,
): Promise<EarnedShare | null> {
  const { id: orderId, customerId } = order;
  const amount = sumOf(lines).total;
  const refund = await insertRefund(tx, {
    paymentId: payment.id,
    debit: payment.providerReference ?? payment.transactionId,
    customerId,
    orderId,
    amount,
    ...refundWay(ctx, payment, { amount, isPart: true }),
    reason,
    note,
    askedById: ctx.actor._id,
    askedAt: at,
  });
  await insertRefundLines(
    tx,
    lines.map(({ position, quantity, medicines, commission, reduction }) => ({
      ...{ refundId: refund.id, orderId, position, quantity },
      ...{ medicines, commission, reduction },
    })),
  );
  return recordGivingBack(tx, { orderId, refundId: refund.id, at });
}

const boxesOf = (lines: readonly GivenLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether what its pharmacy or its courier lacked is not in the order any more. */
function solves(
  { problem, problemMedicationId }: OrderRow,
  { view, lines }: Pick<Giving, 'view' | 'lines'>,
): boolean {
  if (problem === 'medicine-missing') return true;
  // No box of it may be handed over.
  if (isRecalled(problem))
    return isAllOf(
      { items: view.items.filter(({ medicationId }) => medicationId === problemMedicationId) },
      lines,
    );
  if (problem === null || !isShortage(problem) || !concernsLine(problem)) return false;
  return problemMedicationId === null || lines.some((line) => line.medicationId === problemMedicationId);
}

/** Tells customer, pharmacy and courier; a locked phone shows it, so it names no medicine. */
function messagesOf(
  { payment, order, lines, hasAccount }: Giving,
  { amount, isSolved }: { amount: number; isSolved: boolean },
): Message[] {
  const { number, pharmacyId, deliveryPersonId, problem } = order;
  const to = meansEnding(payment.operator, payment.payingPhone) ?? 'le compte qui a payé';
  const boxes = boxesOf(lines);
  const removed = `${boxes} boîte${boxes > 1 ? 's retirées' : ' retirée'} de ${number}.`;
  const isToDeliver = isBeforeHandover(order);
  return [
    ...(hasAccount
      ? [
          toCustomer(
            order,
            'Remboursement en cours',
            `${formatAmount(amount)} F de votre commande ${number} vous reviennent sur ${to}.${isSolved ? ' Le reste suit son cours.' : ''}`,
          ),
        ]
      : []),
    ...(pharmacyId === null
      ? []
      : [
          toOne(
            pharmacyId,
            'pharmacy',
            order,
            'Commande corrigée',
            isSolved && problem !== null && isShortage(problem)
              ? `${removed} Le reste peut être préparé.`
              : removed,
          ),
        ]),
    ...(deliveryPersonId !== null && isToDeliver
      ? [toOne(deliveryPersonId, 'deliveryPerson', order, 'Commande corrigée', removed)]
      : []),
  ];
}

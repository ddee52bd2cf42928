import { randomBytes } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/portal-limits.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { stateChanged } from '../orders/moving/state-changed.ts';
import { priceAnew } from '../orders/paying/price-anew.ts';
import { amountChanged, freezeOrder, refuseUnchecked } from '../orders/placing/freeze-order.ts';
import { findOrder, findOrderFor } from '../orders/queries.ts';
import { quoteOf } from '../orders/quote-of.ts';
import { releasePrescription, reservePrescription } from '../prescriptions/ordering/reserve-prescription.ts';
import { Refusal } from '../refusal.ts';
import { inTime } from './in-time.ts';
import { hasOtherPortal, insertPayment, markUnopened } from './queries.ts';

/** Edits that come between reading a code and reserving it are looked at again, so often. */
const TRIES = 3;

interface Purpose {
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  /** What it buys a version of (R28); null without prescription. */
  readonly prescription: { readonly _id: string; readonly version: number } | null;
  readonly message: string;
}

/**
 * Freezes an order with its amount under a transaction id of ours and opens the provider's portal (RULES 13).
 * A prescription is reserved with it (RULES 19).
 * @throws 422 and 409 of freezeOrder; 409 STATE_CHANGED for an order that is not payable, PRESCRIPTION_USED;
 * 503 PAYMENT_SERVICE_ERROR
 */
export async function openPayment(ctx: Ctx, body: HandlerInput<typeof endpoints.openPayment>['body']) {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const purpose = body.order
      ? payForDraft(await freezeOrder(ctx, body.order, 'order.'))
      : await payForOrder(ctx, body.orderId ?? '');
    const payment = await insertReserving(ctx, purpose);
    if (payment !== null) return openPortal(ctx, purpose, payment);
  }
  throw new Refusal('PRESCRIPTION_RESERVED');
}

/** Null where the prescription was edited since the amount was read: nothing is written. */
function insertReserving(ctx: Ctx, purpose: Purpose): Promise<PaymentRow | null> {
  const now = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    if (purpose.prescription !== null && !(await reserve(ctx, tx, purpose, purpose.prescription)))
      return null;
    return insertPayment(tx, {
      transactionId: `TX-${randomBytes(15).toString('hex')}`,
      provider: ctx.payments.name,
      customerId: ctx.actor._id,
      amount: purpose.amount,
      draft: purpose.draft,
      orderId: purpose.orderId,
      prescriptionId: purpose.prescription?._id ?? null,
      prescriptionVersion: purpose.prescription?.version ?? null,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
    });
  });
}

async function openPortal(ctx: Ctx, purpose: Purpose, payment: PaymentRow) {
  const { transactionId, amount, createdAt } = payment;
  const expiresAt = new Date(createdAt.getTime() + PORTAL_MINUTES * 60_000);
  try {
    const portal = await inTime(
      ctx.payments.openPortal({ transactionId, amount, message: purpose.message, expiresAt }),
    );
    return { transactionId, amount, portal };
  } catch (error) {
    ctx.log.error({ err: error, transactionId }, 'the payment portal could not be opened');
    // One that gave no answer in time may have opened it all the same, and taken the money.
    const isUnpaid = await markUnopened(ctx.db, payment);
    if (isUnpaid && purpose.prescription !== null) await release(ctx, purpose.prescription._id, payment.id);
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
}

function payForDraft(draft: FrozenOrder): Purpose {
  return {
    amount: draft.quote.total,
    draft,
    orderId: null,
    prescription: draft.prescription ?? null,
    message: 'Commande de médicaments Amasin',
  };
}

async function payForOrder(ctx: Ctx, id: string): Promise<Purpose> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  const { order } = view;
  if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
  if (order.total === null) throw new Refusal('NOT_PAYABLE_YET');
  refuseUnchecked(ctx, order.cardId === null ? null : { verified: order.cardVerified });
  const prescription = order.prescriptionId === null ? null : await priceAnew(ctx, order);
  return { amount: order.total, draft: null, orderId: id, prescription, message: `Commande ${order.number}` };
}

/**
 * False where the code's items were edited since they were read: they are read again.
 * @throws 409 PRESCRIPTION_USED; AMOUNT_CHANGED for an order, whose customer has seen another total
 */
async function reserve(
  ctx: Ctx,
  tx: Database,
  { orderId, amount }: Purpose,
  { _id, version }: { _id: string; version: number },
): Promise<boolean> {
  const customerId = ctx.actor._id;
  const held = await reservePrescription(tx, _id, { customerId, orderId }, ctx.clock.now());
  const order = orderId === null ? null : ((await findOrder(tx, orderId))?.order ?? null);
  // From here on nobody edits it.
  if (order !== null && order.total !== amount) throw amountChanged(quoteOf(order));
  if (held.version === version) return true;
  await releasePrescription(tx, _id, customerId);
  return false;
}

/** Unless another portal of theirs for it may be open: theirs took the place of this one, or this one of theirs. */
async function release(ctx: Ctx, prescriptionId: string, paymentId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - PORTAL_MINUTES * 60_000);
  await transact(ctx.db, async (tx) => {
    if (await hasOtherPortal(tx, { prescriptionId, paymentId, customerId: ctx.actor._id, since })) return;
    await releasePrescription(tx, prescriptionId, ctx.actor._id);
  });
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import { createPayment, openPortal } from '../../payments/open-portal.ts';
import {
  releasePrescription,
  reservePrescription,
} from '../../prescriptions/ordering/reserve-prescription.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { freezeOrder, refuseUnchecked } from '../placing/freeze-order.ts';
import { findOrder, findOrderFor } from '../queries.ts';
import { quoteOf } from '../quote-of.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { hasOtherPortal } from './payment-queries.ts';
import { reprice } from './reprice.ts';

/** An edit between reading a prescription and reserving it makes us read it again, at most this often. */
const ATTEMPTS = 3;

interface Purpose {
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  /** What it buys a version of (R28); null without prescription. */
  readonly prescription: { readonly _id: string; readonly version: number } | null;
  readonly message: string;
}

/**
 * Opens a payment for a draft, frozen with its amount (RULES 13), or for an order that waits for one. Its prescription is
 * reserved in the same transaction (RULES 19).
 * @throws 422 and 409 of freezeOrder; 409 STATE_CHANGED when the order is not payable, PRESCRIPTION_USED;
 * 503 PAYMENT_SERVICE_ERROR
 */
export async function openPayment(ctx: Ctx, body: HandlerInput<typeof endpoints.openPayment>['body']) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const purpose = body.order
      ? payForDraft(await freezeOrder(ctx, body.order, 'order.'))
      : await payForOrder(ctx, body.orderId ?? '');
    const payment = await insertReserving(ctx, purpose);
    if (payment !== null) return openPortal(ctx, payment, purpose.message, () => release(ctx, payment));
  }
  throw new Refusal('PRESCRIPTION_RESERVED');
}

/** Null where the prescription was edited since the amount was read: nothing is written. */
function insertReserving(ctx: Ctx, purpose: Purpose): Promise<PaymentRow | null> {
  const { amount, draft, orderId, prescription } = purpose;
  return transact(ctx.db, async (tx) => {
    if (prescription !== null && !(await reserve(ctx, tx, purpose, prescription))) return null;
    return createPayment(ctx, tx, {
      amount,
      draft,
      orderId,
      prescriptionId: prescription?._id ?? null,
      prescriptionVersion: prescription?.version ?? null,
    });
  });
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
  const prescription = order.prescriptionId === null ? null : await reprice(ctx, order);
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
  const locked = await reservePrescription(tx, _id, { customerId, orderId }, ctx.clock.now());
  const order = orderId === null ? null : ((await findOrder(tx, orderId))?.order ?? null);
  // From here on nobody edits it.
  if (order !== null && order.total !== amount) throw amountChanged(quoteOf(order));
  if (locked.version === version) return true;
  await releasePrescription(tx, _id, customerId);
  return false;
}

/** Ends the reservation, unless another portal of theirs for the prescription may be open: the reservation is then its own. */
async function release(ctx: Ctx, { id: paymentId, prescriptionId }: PaymentRow): Promise<void> {
  if (prescriptionId === null) return;
  const customerId = ctx.actor._id;
  const since = new Date(ctx.clock.now().getTime() - PORTAL_MINUTES * 60_000);
  await transact(ctx.db, async (tx) => {
    if (await hasOtherPortal(tx, { prescriptionId, paymentId, customerId, since })) return;
    await releasePrescription(tx, prescriptionId, customerId);
  });
}

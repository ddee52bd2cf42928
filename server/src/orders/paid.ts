import { quoteOf } from '@amasin/domain/orders/pricing.ts';
import { paymentInserts } from '../benefits/record-journals.ts';
import { noteInsurer } from '../claims/name.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { insertAll } from '../database/sql.ts';
import type { Attached, Delivered, NoticeCtx, Purchases } from '../ports/purchases.ts';
import { lockForClaim, usePrescription } from '../prescriptions/order.ts';
import { lockPrescription } from '../prescriptions/write-queries.ts';
import { checkedCardOf } from './card-check.ts';
import { eventInsert, setPaid } from './change-queries.ts';
import { usualMinutesIn } from './expected.ts';
import { findPaidReaders } from './lookup-queries.ts';
import { announcePaid } from './notices.ts';
import { keepAnswer } from './offer.ts';
import { createPaidOrder } from './place.ts';
import { findOrder } from './queries.ts';
import { holdPaid } from './recalled.ts';

/** A paid draft creates its order; an existing order that was not paid moves to `pending`. */
export const purchases: Purchases = { deliver: deliverPurchase, attach: attachMoney };

async function deliverPurchase(
  ctx: NoticeCtx,
  tx: Database,
  payment: PaymentRow,
  now: Date,
): Promise<Delivered> {
  const { id: paymentId, transactionId, customerId, draft, orderId } = payment;
  if (draft !== null) {
    const order = await createPaidOrder(ctx, tx, {
      frozen: draft,
      customerId,
      paymentId,
      transactionId,
      now,
    });
    if (order !== null) return { orderId: order.id };
    return { reviewReason: 'prescription-changed' };
  }
  if (orderId !== null && (await markPaid(ctx, tx, { ...payment, orderId, paymentId, now })))
    return { orderId };
  return { reviewReason: 'order-changed' };
}

/** Pays the order with its prescription as it is now, since a supervisor has just decided about both. */
async function attachMoney(ctx: NoticeCtx, tx: Database, purchase: Attached, now: Date): Promise<boolean> {
  const order = (await findOrder(tx, purchase.orderId))?.order;
  if (order === undefined || order.customerId !== purchase.customerId) return false;
  const locked = order.prescriptionId === null ? null : await lockPrescription(tx, order.prescriptionId);
  return markPaid(ctx, tx, { ...purchase, prescriptionVersion: locked?.version ?? null, now });
}

interface Paid {
  readonly orderId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly amount: number;
  /** The version of the prescription that the payment was opened for; null without prescription. */
  readonly prescriptionVersion: number | null;
  readonly now: Date;
}

/**
 * Moves a pre-treatment order to `pending` with its confirmed payment, in the payment's transaction.
 * @returns false, with nothing changed, when it is already paid, its total differs or its prescription was edited
 */
async function markPaid(ctx: NoticeCtx, tx: Database, paid: Paid): Promise<boolean> {
  const { orderId, paymentId, transactionId, amount, prescriptionVersion, now } = paid;
  const view = await findOrder(tx, orderId);
  if (view === null) return false;
  const { order: before, items: lines } = view;
  const { prescriptionId: id, customerId } = before;
  // Locks the prescription before the order, like an edit.
  if (id !== null) {
    const version = prescriptionVersion ?? 1;
    if (!(await lockForClaim(tx, { id, version, customerId, orderId, lines, now }))) return false;
  }
  const usualMinutes = await usualMinutesIn(ctx, tx, before.zoneId);
  if (!(await setPaid(tx, orderId, { amount, paymentId, transactionId, at: now, usualMinutes })))
    return false;
  const order = (await findOrder(tx, orderId))?.order;
  if (
    order === undefined ||
    order.medicines === null ||
    order.commission === null ||
    order.reduction === null
  ) {
    throw new Error(`order ${orderId} was paid without amounts`);
  }
  if (id !== null) await usePrescription(ctx.jobs, tx, id, order, now);
  const readers = await findPaidReaders(tx, customerId);
  const event = {
    orderId,
    at: now,
    actorId: customerId,
    action: 'pay',
    from: 'pre-treatment',
    to: 'pending',
  };
  await insertAll(tx, ...paymentInserts({ orderId, quote: quoteOf(order), at: now }), eventInsert(event));
  const keeper = await keepAnswer(ctx, tx, { view, at: now });
  await announcePaid(ctx, tx, { order, amount, title: 'Commande payée', keeper, now, ...readers });
  await noteInsurer(ctx, tx, { orderId, card: checkedCardOf(order), reduction: order.reduction });
  await holdPaid(ctx, tx, orderId, now);
  return true;
}

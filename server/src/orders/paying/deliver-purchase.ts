import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import type { Attached, Delivered, Purchases, Telling } from '../../ports/purchases.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { createPaidOrder } from '../placing/create-paid-order.ts';
import { findOrder } from '../queries.ts';
import { markPaid } from './mark-paid.ts';

/** A paid draft creates its order; an existing order that was not paid moves to `pending`. */
export const purchases: Purchases = { deliver: deliverPurchase, attach: attachMoney };

async function deliverPurchase(
  ctx: Telling,
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

/** A supervisor decides about the order as it is now, so with the present version of its prescription. */
async function attachMoney(ctx: Telling, tx: Database, purchase: Attached, now: Date): Promise<boolean> {
  const order = (await findOrder(tx, purchase.orderId))?.order;
  if (order === undefined || order.customerId !== purchase.customerId) return false;
  const locked = order.prescriptionId === null ? null : await lockPrescription(tx, order.prescriptionId);
  return markPaid(ctx, tx, { ...purchase, prescriptionVersion: locked?.version ?? null, now });
}

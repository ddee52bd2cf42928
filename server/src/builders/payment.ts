import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';
import { newTransactionId } from '../payments/transaction-id.ts';

interface Fields {
  readonly customerId: string;
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  readonly createdAt: Date;
}

/** A pending payment. */
export async function buildPendingPayment(db: Database, fields: Fields): Promise<PaymentRow> {
  const transactionId = newTransactionId();
  const [row] = await db
    .insert(payments)
    .values({
      ...fields,
      transactionId,
      basketId: transactionId,
      contentDigest: transactionId,
      provider: 'sandbox',
      status: 'pending',
      nextCheckAt: fields.createdAt,
    })
    .returning();
  if (row === undefined) throw new Error('the payment was not inserted');
  return row;
}

/** Settles a payment for its order. */
export async function completePayment(db: Database, payment: PaymentRow, orderId: string): Promise<void> {
  await db
    .update(payments)
    .set({
      status: 'paid',
      orderId,
      providerReference: `SBX-${payment.transactionId}`,
      settledAt: payment.createdAt,
      nextCheckAt: null,
    })
    .where(eq(payments.id, payment.id));
}

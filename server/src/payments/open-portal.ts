import { randomBytes } from 'node:crypto';
import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import { insertPayment, markUnopened } from './queries.ts';

/** What is bought: its amount, and a reference that `ctx.purchases` delivers it by. */
export type Purchase = Pick<
  PaymentRow,
  'amount' | 'draft' | 'orderId' | 'prescriptionId' | 'prescriptionVersion'
>;

/** Records a payment of the caller's under a transaction id of ours (RULES 13); its portal is opened afterwards. */
export function createPayment(ctx: Ctx, tx: Database, purchase: Purchase): Promise<PaymentRow> {
  const now = ctx.clock.now();
  return insertPayment(tx, {
    ...purchase,
    transactionId: `TX-${randomBytes(15).toString('hex')}`,
    provider: ctx.payments.name,
    customerId: ctx.actor._id,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
  });
}

/**
 * Opens the provider's portal for a payment.
 * @param onFailure runs when the portal could not be opened and no money has arrived
 * @throws 503 PAYMENT_SERVICE_ERROR
 */
export async function openPortal(
  ctx: Ctx,
  payment: PaymentRow,
  message: string,
  onFailure: () => Promise<void>,
) {
  const { transactionId, amount, createdAt } = payment;
  const expiresAt = new Date(createdAt.getTime() + PORTAL_MINUTES * 60_000);
  try {
    const portal = await withTimeout(ctx.payments.openPortal({ transactionId, amount, message, expiresAt }));
    return { transactionId, amount, portal };
  } catch (error) {
    ctx.log.error({ err: error, transactionId }, 'the payment portal could not be opened');
    // After a timeout the provider may have opened it all the same, and taken the money.
    if (await markUnopened(ctx.db, payment)) await onFailure();
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
}

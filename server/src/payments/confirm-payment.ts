import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { type Settled, settlePayment } from './settle-payment.ts';

export interface Confirmed extends Settled {
  /** Whether the provider has said anything, be it only that it does not know yet. */
  readonly isAnswered: boolean;
}

/**
 * Asks the provider about a payment that is not settled, and applies the answer. A provider that is away, or does not
 * know yet, changes nothing: the repeated job asks again.
 */
export async function confirmPayment(ctx: SystemCtx, payment: PaymentRow): Promise<Confirmed> {
  if (!openStatuses.includes(payment.status)) return { payment, moved: false, isAnswered: true };
  const { transactionId } = payment;
  const status = await askQuietly(ctx, transactionId);
  if (status === null) return { payment, moved: false, isAnswered: false };
  const eventId = `ask:${transactionId}:${status.report}`;
  const settled = await settlePayment(ctx, transactionId, status, eventId);
  return { ...(settled ?? { payment, moved: false }), isAnswered: true };
}

async function askQuietly(ctx: SystemCtx, transactionId: string): Promise<ProviderStatus | null> {
  try {
    return await withTimeout(ctx.payments.ask(transactionId));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the payment provider could not be asked');
    return null;
  }
}

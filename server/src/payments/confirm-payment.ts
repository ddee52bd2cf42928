import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { type Settled, settlePayment } from './settle-payment.ts';

export interface Confirmed extends Settled {
  /** Whether the provider responded, even if only with `pending`. */
  readonly hasResponse: boolean;
}

/**
 * Requests the status of an unsettled payment from the provider and applies it. An unreachable provider, or one that
 * responds `pending`, changes nothing: the repeated job retries.
 */
export async function confirmPayment(ctx: SystemCtx, payment: PaymentRow): Promise<Confirmed> {
  if (!openStatuses.includes(payment.status)) return { payment, delivered: false, hasResponse: true };
  const { transactionId } = payment;
  const status = await fetchStatus(ctx, transactionId);
  if (status === null) return { payment, delivered: false, hasResponse: false };
  const eventId = `ask:${transactionId}:${status.report}`;
  return { ...(await settlePayment(ctx, payment, status, eventId)), hasResponse: true };
}

async function fetchStatus(ctx: SystemCtx, transactionId: string): Promise<ProviderStatus | null> {
  try {
    return await withTimeout(ctx.payments.ask(transactionId));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the status request to the payment provider failed');
    return null;
  }
}

import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { updatePayment } from './queries.ts';
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
  const status = await fetchStatus(ctx, payment);
  if (status === null) return { payment, delivered: false, hasResponse: false };
  const eventId = `ask:${transactionId}:${status.report}`;
  return { ...(await settlePayment(ctx, payment, status, eventId)), hasResponse: true };
}

/**
 * The same for the provider's transaction that its call or its frame has named, also when the payment is settled: it may
 * be a second debit. The repeated job then asks for this transaction.
 */
export async function confirmNamed(
  ctx: SystemCtx,
  payment: PaymentRow,
  providerTransactionId: string,
): Promise<Confirmed> {
  const isOpen = openStatuses.includes(payment.status);
  const named =
    isOpen && payment.providerTransactionId !== providerTransactionId
      ? await updatePayment(ctx.db, payment.id, { providerTransactionId })
      : { ...payment, providerTransactionId };
  const status = await fetchStatus(ctx, named);
  if (status === null) return { payment, delivered: false, hasResponse: false };
  const eventId = `ask:${payment.transactionId}:${providerTransactionId}:${status.report}`;
  return { ...(await settlePayment(ctx, named, status, eventId)), hasResponse: true };
}

async function fetchStatus(
  ctx: SystemCtx,
  { provider: name, transactionId, providerTransactionId, createdAt }: PaymentRow,
): Promise<ProviderStatus | null> {
  const provider = providerOf(ctx, name);
  if (provider === null) {
    // Opened before its provider left the settings: the others do not know it. It expires after a day.
    ctx.log.warn(
      { transactionId, provider: name },
      'the payment belongs to a provider that is not configured',
    );
    return { report: 'pending', amount: null, currency: null, reference: null };
  }
  try {
    return await withTimeout(provider.ask(transactionId, providerTransactionId, createdAt));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the status request to the payment provider failed');
    return null;
  }
}

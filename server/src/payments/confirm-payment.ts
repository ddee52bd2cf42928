import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { ProviderStatus } from './provider.ts';
import { type Settled, settlePayment } from './settle-payment.ts';

/**
 * Asks the provider about a payment that is not settled, and applies the answer. A provider that is away, or does not
 * know yet, changes nothing: the repeated job asks again.
 */
export async function confirmPayment(ctx: SystemCtx, payment: PaymentRow): Promise<Settled> {
  if (!openStatuses.includes(payment.status)) return { payment, moved: false };
  const { transactionId } = payment;
  const status = await askQuietly(ctx, transactionId);
  if (status === null) return { payment, moved: false };
  const eventId = `ask:${transactionId}:${status.report}`;
  return (await settlePayment(ctx, transactionId, status, eventId)) ?? { payment, moved: false };
}

async function askQuietly(ctx: SystemCtx, transactionId: string): Promise<ProviderStatus | null> {
  try {
    return await ctx.payments.ask(transactionId);
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the payment provider could not be asked');
    return null;
  }
}

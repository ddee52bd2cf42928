import type { PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { ProviderEvent, ProviderHint } from '../ports/payment-provider.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from '../routing/handlers.ts';
import { confirmNamed } from './confirm-payment.ts';
import { findPayment, findPaymentByProviderId } from './queries.ts';
import { paymentToReview, settlePayment } from './settle-payment.ts';
import { insertDebit } from './settling/debit-queries.ts';

/**
 * The provider's webhook. Every signed event is acknowledged, even for an unknown transaction: a provider resends events
 * that are not acknowledged.
 * @throws 404 for a provider that is not configured; 401 BAD_SIGNATURE; 503 when the status could not be requested, so
 * that the provider resends
 */
export async function receiveEvent(ctx: PublicCtx, provider: string, call: Call): Promise<void> {
  const caller = providerOf(ctx, provider);
  if (caller === null) throw new Refusal('NOT_FOUND');
  const event = caller.readEvent(call.rawBody, call.headers);
  if (event === null) throw new Refusal('BAD_SIGNATURE');
  if (event === 'unreadable') {
    // Still acknowledged: the repeated job requests the status.
    ctx.log.error({ provider }, 'the provider sent a signed event that does not match the schema');
    return;
  }
  if ('isHint' in event) return receiveHint(ctx, provider, event);
  const payment = await findPayment(ctx.db, event.transactionId);
  if (payment === null) {
    ctx.log.warn({ transactionId: event.transactionId }, 'the provider reported an unknown transaction');
    if (event.report === 'paid') await keepUnknown(ctx, provider, event);
    return;
  }
  await settlePayment(ctx, payment, event, event.eventId);
}

/** Keeps the money of a transaction that is not ours, and tells the supervisors once. */
async function keepUnknown(ctx: PublicCtx, provider: string, event: ProviderEvent): Promise<void> {
  const { transactionId, reference, amount, currency } = event;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const debit = { provider, transactionId, reference, amount, currency, paymentId: null, at };
    if (!(await insertDebit(tx, debit))) return;
    const supervisors = await findUserIdsOfType(tx, ['supervisor']);
    const messages = supervisors.map((id) => paymentToReview(id, { transactionId }, 'transaction inconnue'));
    await notify(ctx.jobs, tx, at, messages);
  });
}

async function receiveHint(ctx: PublicCtx, provider: string, hint: ProviderHint): Promise<void> {
  const { transactionId, providerTransactionId } = hint;
  const named = transactionId === null ? null : await findPayment(ctx.db, transactionId);
  const payment = named ?? (await findPaymentByProviderId(ctx.db, provider, providerTransactionId));
  if (payment === null || payment.provider !== provider) {
    ctx.log.warn({ transactionId, providerTransactionId }, 'the provider reported an unknown transaction');
    return;
  }
  const { hasResponse } = await confirmNamed(ctx, payment, providerTransactionId);
  if (!hasResponse) throw new Refusal('PAYMENT_SERVICE_ERROR');
}

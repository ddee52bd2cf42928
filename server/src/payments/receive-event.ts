import type { PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { PaymentProvider, ProviderHint, ProviderStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from '../routing/handlers.ts';
import { confirmNamed } from './confirm-payment.ts';
import { findPayment, findPaymentByProviderId } from './queries.ts';
import { paymentToReview, settlePayment } from './settle-payment.ts';
import { insertDebit } from './settling/debit-queries.ts';

/** An id that `createPayment` makes. */
const OWN_ID = /^TX-[0-9a-f]{30}$/;

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
  if (event === null) {
    warnOfSignature(ctx, caller);
    throw new Refusal('BAD_SIGNATURE');
  }
  if (event === 'unreadable') {
    // Still acknowledged: the repeated job requests the status.
    ctx.log.error({ provider }, 'the provider sent a signed event that does not match the schema');
    return;
  }
  if ('isHint' in event) return receiveHint(ctx, caller, event);
  const payment = await findPayment(ctx.db, event.transactionId);
  if (payment === null) {
    ctx.log.warn({ transactionId: event.transactionId }, 'the provider reported an unknown transaction');
    if (event.report === 'paid') await keepUnknown(ctx, provider, event.transactionId, event);
    return;
  }
  await settlePayment(ctx, payment, event, event.eventId);
}

/** Providers that were warned about: anybody can make such calls, which must not fill the log. */
const warned = new WeakSet<PaymentProvider>();

function warnOfSignature(ctx: PublicCtx, provider: PaymentProvider): void {
  if (warned.has(provider)) return;
  warned.add(provider);
  ctx.log.warn(
    { provider: provider.name },
    'a webhook call with a wrong signature was refused: if it is the provider’s, check its secret and the clock (logged once)',
  );
}

/** Keeps the money of a transaction that we have no payment of, and tells the supervisors once. */
async function keepUnknown(
  ctx: PublicCtx,
  provider: string,
  transactionId: string,
  { reference, amount, currency }: ProviderStatus,
): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const debit = { provider, transactionId, reference, amount, currency, paymentId: null, at };
    if (!(await insertDebit(tx, debit))) return;
    const supervisors = await findUserIdsOfType(tx, ['supervisor']);
    const messages = supervisors.map((id) => paymentToReview(id, { transactionId }, 'transaction inconnue'));
    await notify(ctx.jobs, tx, at, messages);
  });
}

async function receiveHint(ctx: PublicCtx, caller: PaymentProvider, hint: ProviderHint): Promise<void> {
  const provider = caller.name;
  const { transactionId, providerTransactionId } = hint;
  const named = transactionId === null ? null : await findPayment(ctx.db, transactionId);
  const payment = named ?? (await findPaymentByProviderId(ctx.db, provider, providerTransactionId));
  if (payment === null || payment.provider !== provider) {
    ctx.log.warn({ transactionId, providerTransactionId }, 'the provider reported an unknown transaction');
    if (payment === null) await keepLost(ctx, caller, hint);
    return;
  }
  const { hasResponse } = await confirmNamed(ctx, payment, providerTransactionId);
  if (!hasResponse) throw new Refusal('PAYMENT_SERVICE_ERROR');
}

/**
 * A payment that was opened after the backup that was restored is only known to the provider: its money would leave no trace.
 * @throws 503 when the status could not be requested
 */
async function keepLost(ctx: PublicCtx, caller: PaymentProvider, hint: ProviderHint): Promise<void> {
  const { transactionId, providerTransactionId } = hint;
  if (transactionId === null || !OWN_ID.test(transactionId)) return;
  let status: ProviderStatus;
  try {
    status = await withTimeout(caller.ask(transactionId, providerTransactionId));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the status request to the payment provider failed');
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
  if (status.report === 'paid') await keepUnknown(ctx, caller.name, transactionId, status);
}

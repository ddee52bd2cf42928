import { GIVE_UP_MS, nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import { openStatuses } from '@amasin/domain/payments/lifecycle.ts';
import type { PublicCtx, SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { PaymentProvider, ProviderHint, ProviderStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from '../routing/handlers.ts';
import { pending } from './providers/call.ts';
import {
  findDuePayments,
  findPayment,
  findPaymentByProviderId,
  scheduleNextCheck,
  updatePayment,
} from './queries.ts';
import { paymentToReview, type Settled, settlePayment } from './settle.ts';
import { insertDebit } from './settle-queries.ts';
import { isTransactionId } from './transaction-id.ts';

interface Confirmed extends Settled {
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
 * Requests the status of the transaction that the provider's call or frame has named, even when the payment is settled: it may be
 * a second debit. From then on the repeated job asks for this transaction.
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
    // The provider has left the settings since, and the others do not know the payment: it expires after a day.
    ctx.log.warn(
      { transactionId, provider: name },
      'the payment belongs to a provider that is not configured',
    );
    return pending;
  }
  try {
    return await withTimeout(provider.ask(transactionId, providerTransactionId, createdAt));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the status request to the payment provider failed');
    return null;
  }
}

/**
 * Receives a call of the provider's webhook. Every signed event is acknowledged, even for an unknown transaction: a provider
 * resends events that are not acknowledged.
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
    if (event.report === 'paid') await storeUnknownMoney(ctx, provider, event.transactionId, event);
    return;
  }
  await settlePayment(ctx, payment, event, event.eventId);
}

async function receiveHint(ctx: PublicCtx, caller: PaymentProvider, hint: ProviderHint): Promise<void> {
  const provider = caller.name;
  const { transactionId, providerTransactionId } = hint;
  const named = transactionId === null ? null : await findPayment(ctx.db, transactionId);
  const payment = named ?? (await findPaymentByProviderId(ctx.db, provider, providerTransactionId));
  if (payment === null || payment.provider !== provider) {
    ctx.log.warn({ transactionId, providerTransactionId }, 'the provider reported an unknown transaction');
    if (payment === null) await storeLostMoney(ctx, caller, hint);
    return;
  }
  const { hasResponse } = await confirmNamed(ctx, payment, providerTransactionId);
  if (!hasResponse) throw new Refusal('PAYMENT_SERVICE_ERROR');
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

/** Stores the money of a transaction that we have no payment of, and tells the supervisors once. */
async function storeUnknownMoney(
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

/**
 * Stores the money of a payment that only the provider knows, as it was opened after the backup that was restored.
 * @throws 503 when the status could not be requested
 */
async function storeLostMoney(ctx: PublicCtx, caller: PaymentProvider, hint: ProviderHint): Promise<void> {
  const { transactionId, providerTransactionId } = hint;
  if (transactionId === null || !isTransactionId(transactionId)) return;
  let status: ProviderStatus;
  try {
    status = await withTimeout(caller.ask(transactionId, providerTransactionId));
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the status request to the payment provider failed');
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
  if (status.report === 'paid') await storeUnknownMoney(ctx, caller.name, transactionId, status);
}

/** This many requests are made to the provider at once. */
const BATCH = 10;
/** A run ends before the next one starts, ms. */
const RUN_MS = 50_000;

/**
 * The repeated job: reconciles unsettled payments with the provider, so that closing the browser loses no payment. A run
 * continues until no payment is due, so that many abandoned payments do not delay a paid one; a failure does not stop the
 * others.
 * @returns how many purchases were delivered
 */
export async function followUpPayments(ctx: SystemCtx): Promise<number> {
  const until = performance.now() + RUN_MS;
  let count = 0;
  for (;;) {
    const due = await findDuePayments(ctx.db, ctx.clock.now(), BATCH);
    const results = await Promise.all(due.map((payment) => tryFollowUp(ctx, payment)));
    count += results.filter(Boolean).length;
    if (due.length < BATCH || performance.now() > until) return count;
  }
}

async function tryFollowUp(ctx: SystemCtx, payment: PaymentRow): Promise<boolean> {
  try {
    return await followUp(ctx, payment);
  } catch (error) {
    ctx.log.error({ err: error, transactionId: payment.transactionId }, 'reconciling a payment failed');
    return false;
  }
}

async function followUp(ctx: SystemCtx, payment: PaymentRow): Promise<boolean> {
  // The next check is scheduled before the request: only one process sends it, and one without a response is not repeated at once.
  if (!(await scheduleNextCheck(ctx.db, payment, nextCheckAfter(payment, ctx.clock.now())))) return false;

  const settled = await confirmPayment(ctx, payment);
  const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (settled.hasResponse && settled.payment.status === 'pending' && age > GIVE_UP_MS) {
    const expired = { ...pending, report: 'expired' as const };
    await settlePayment(ctx, payment, expired, `expired:${payment.transactionId}`);
  }
  return settled.delivered;
}

const refuse = () => Promise.reject(new Error('PAYMENT_PROVIDER is none: payments are disabled'));

/** Serves PAYMENT_PROVIDER=none: payments fail with 503 PAYMENT_SERVICE_ERROR, and nothing is charged. */
export const noPayments: PaymentProvider = {
  name: 'none',
  label: 'Aucun',
  portalOrigins: [],
  openPortal: refuse,
  ask: refuse,
  refund: refuse,
  readEvent: () => null,
};

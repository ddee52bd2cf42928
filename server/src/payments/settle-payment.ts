import { nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import { afterReport } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { cancelOtherPayments, isBasketPaid } from './baskets/basket-queries.ts';
import { lockPayment, updatePayment } from './queries.ts';
import {
  insertPaymentEvent,
  isAlreadyReported,
  isReferenceTaken,
  lockCustomerOf,
} from './settling/report-queries.ts';

const ALREADY_PAID = 'commande déjà payée par un autre paiement, à rembourser';

export interface Settled {
  readonly payment: PaymentRow;
  /** Whether this report delivered the purchase. */
  readonly delivered: boolean;
}

/**
 * Applies a provider's report to a payment exactly once, from the webhook, the browser and the repeated job: the row is
 * locked, and a settled payment never changes. A confirmed payment delivers the purchase. Money that does not match
 * (amount, currency, reference, basket already paid, customer removed) puts the payment under review and notifies the
 * supervisors, as does a duplicate debit of a settled payment.
 * @returns null when no payment has this transaction id
 */
export async function settlePayment(
  ctx: SystemCtx,
  transactionId: string,
  status: ProviderStatus,
  eventId: string,
): Promise<Settled | null> {
  return transact(ctx.db, async (tx) => {
    const isCustomerRemoved = status.report === 'paid' && !(await lockCustomerOf(tx, transactionId));
    const payment = await lockPayment(tx, transactionId);
    if (payment === null) return null;
    const now = ctx.clock.now();
    if (status.report === 'pending') return { payment, delivered: false };
    const { report } = status;
    const event = { ...status, report, provider: payment.provider, eventId, transactionId, at: now };
    const isNew = await insertPaymentEvent(tx, event);
    const next = afterReport(payment.status, report);
    if (next === null) {
      if (report === 'paid' && isNew) await reportDuplicateDebit(tx, payment, event);
      if (payment.status !== report) {
        ctx.log.warn({ transactionId, status: payment.status, report }, 'a report contradicts the payment');
      }
      return { payment, delivered: false };
    }
    if (next !== 'paid') {
      const nextCheckAt = nextCheckAfter({ ...payment, status: next }, now);
      const change = { status: next, settledAt: now, nextCheckAt };
      return { payment: await updatePayment(tx, payment.id, change), delivered: false };
    }
    return receiveMoney(ctx, tx, payment, { ...status, isCustomerRemoved }, now);
  });
}

async function receiveMoney(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  { amount, currency, reference, isCustomerRemoved }: ProviderStatus & { isCustomerRemoved: boolean },
  now: Date,
): Promise<Settled> {
  if (!reference || (await isReferenceTaken(tx, payment, reference))) {
    const reason = `référence ${reference || 'absente'}, inconnue ou déjà comptée`;
    return putUnderReview(tx, payment, now, null, reason);
  }
  if (amount !== payment.amount || currency !== 'XOF') {
    const reason = `reçu ${amount} ${currency} au lieu de ${payment.amount} XOF`;
    return putUnderReview(tx, payment, now, reference, reason);
  }
  if (isCustomerRemoved) {
    return putUnderReview(tx, payment, now, reference, 'compte du client supprimé, à rembourser');
  }
  if (await isBasketPaid(tx, payment)) return putUnderReview(tx, payment, now, reference, ALREADY_PAID);
  const delivered = await ctx.purchases.deliver(tx, payment, now);
  if ('reviewReason' in delivered) return putUnderReview(tx, payment, now, reference, delivered.reviewReason);
  const paid = { status: 'paid' as const, providerReference: reference, orderId: delivered.orderId };
  const row = await updatePayment(tx, payment.id, { ...paid, settledAt: now, nextCheckAt: null });
  await cancelOtherPayments(tx, { ...row, except: row.id }, now);
  return { payment: row, delivered: true };
}

/** The money arrived but does not match: nothing is delivered, and supervisors review the payment (RULES 15). */
async function putUnderReview(
  tx: Database,
  payment: PaymentRow,
  now: Date,
  providerReference: string | null,
  reviewReason: string,
): Promise<Settled> {
  const change = { status: 'review' as const, providerReference, reviewReason };
  const row = await updatePayment(tx, payment.id, { ...change, settledAt: now, nextCheckAt: null });
  await notifySupervisors(tx, now, payment, reviewReason);
  return { payment: row, delivered: false };
}

/**
 * A settled transaction was debited again under another reference: the payment does not change, the event records the
 * amount, and supervisors are notified once to refund it.
 */
async function reportDuplicateDebit(
  tx: Database,
  payment: PaymentRow,
  { reference, eventId, amount, currency, at }: ProviderStatus & { eventId: string; at: Date },
): Promise<void> {
  if (!reference || reference === payment.providerReference) return;
  if (await isAlreadyReported(tx, payment, { reference, eventId })) return;
  const sum = amount === null ? 'montant inconnu' : `${amount} ${currency ?? 'sans monnaie'}`;
  await notifySupervisors(tx, at, payment, `autre débit (${sum}, référence ${reference}), à rembourser`);
}

async function notifySupervisors(
  tx: Database,
  at: Date,
  { transactionId }: PaymentRow,
  reason: string,
): Promise<void> {
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  const message = `Transaction ${transactionId} : ${reason}.`;
  await notify(
    tx,
    at,
    supervisors.map((userId) => ({ userId, title: 'Paiement à vérifier', message, link: null })),
  );
}

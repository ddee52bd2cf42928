import { formatAmount } from '@amasin/domain/contract/format.ts';
import { nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import { afterReport, type ReviewReason } from '@amasin/domain/payments/lifecycle.ts';
import { record } from '../audit/record.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { together, transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { providerLabels } from '../settings/payment-settings.ts';
import { cancelOtherPayments, lockCustomer } from './basket-queries.ts';
import { lockPayment, markPaymentPaid, updatePayment } from './queries.ts';
import {
  findOrderNumber,
  findSurroundings,
  insertDebit,
  insertPaymentEvent,
  isAlreadyReported,
  isDebit,
  isRefundDecided,
  lockReference,
  type Surroundings,
} from './settle-queries.ts';

export interface Settled {
  readonly payment: PaymentRow;
  /** Whether this report delivered the purchase. */
  readonly delivered: boolean;
}

/**
 * Applies a provider's report to a payment exactly once, from the webhook, the browser and the repeated job: the row is
 * locked, and a settled payment never changes. A confirmed payment delivers the purchase. Money that does not match
 * (amount, currency, reference, basket already paid, customer removed) puts the payment under review and notifies the
 * supervisors, who are also notified of a duplicate debit of a settled payment, and of its refund at the provider without a
 * decision here.
 */
export async function settlePayment(
  ctx: SystemCtx,
  known: Pick<PaymentRow, 'id' | 'customerId' | 'transactionId' | 'provider'>,
  status: ProviderStatus,
  eventId: string,
): Promise<Settled> {
  const { transactionId, provider } = known;
  const { report, isPartlyReturned = false, ...received } = status;
  return transact(ctx.db, async (tx) => {
    if (report === 'pending') return { payment: await lockPayment(tx, known.id), delivered: false };
    const now = ctx.clock.now();
    // Without an id of its own, this second `paid` report would count as the first one repeated.
    const id = isPartlyReturned ? `partly-returned:${transactionId}:${status.reference}` : eventId;
    const event = { ...received, report, provider, eventId: id, transactionId, at: now };
    const [isCustomerKnown, payment, isNew] = await together(
      report === 'paid' ? lockCustomer(tx, known.customerId) : Promise.resolve(true),
      lockPayment(tx, known.id),
      insertPaymentEvent(tx, event),
      report === 'paid' && status.reference
        ? lockReference(tx, provider, status.reference)
        : Promise.resolve(),
    );
    const next = afterReport(payment.status, report);
    if (next === null) {
      if (report === 'paid' && isNew) await reportDuplicateDebit(ctx, tx, payment, event);
      if ((report === 'refunded' || isPartlyReturned) && isNew)
        await announcePaidBack(ctx, tx, payment, { ...event, isPartlyReturned });
      if (report !== 'refunded' && payment.status !== report) {
        ctx.log.warn({ transactionId, status: payment.status, report }, 'a report contradicts the payment');
      }
      return { payment, delivered: false };
    }
    if (next !== 'paid') {
      const nextCheckAt = nextCheckAfter({ ...payment, status: next }, now);
      const change = { status: next, settledAt: now, nextCheckAt };
      await recordSettled(ctx, tx, payment, next);
      return { payment: await updatePayment(tx, payment.id, change), delivered: false };
    }
    return receiveMoney(ctx, tx, payment, { ...status, isCustomerKnown }, now);
  });
}

async function receiveMoney(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  received: ProviderStatus & { isCustomerKnown: boolean },
  now: Date,
): Promise<Settled> {
  const { reference } = received;
  const surroundings = await findSurroundings(tx, payment, reference);
  const reviewReason = findMismatch(payment, { ...received, ...surroundings });
  const delivered = reviewReason ? { reviewReason } : await ctx.purchases.deliver(ctx, tx, payment, now);
  if ('reviewReason' in delivered)
    return putUnderReview(ctx, tx, payment, received, delivered.reviewReason, now);
  const { orderId } = delivered;
  const [row] = await together(
    markPaymentPaid(tx, payment, { providerReference: reference, orderId, settledAt: now }),
    recordSettled(ctx, tx, payment, 'paid'),
  );
  // The customer is locked, so no payment of theirs was opened since `surroundings` were read.
  if (surroundings.others.length > 0) await cancelOtherPayments(tx, { ...row, except: row.id }, now);
  return { payment: row, delivered: true };
}

/** Records a new status without an actor: the provider decides it, whoever called. */
function recordSettled(
  { clock }: SystemCtx,
  tx: Database,
  { id, customerId, amount }: PaymentRow,
  to: PaymentRow['status'],
): Promise<void> {
  return record({ clock }, tx, {
    action: 'settle',
    kind: 'payment',
    id,
    customerId,
    details: { amount, to },
  });
}

interface Received extends ProviderStatus, Surroundings {
  readonly isCustomerKnown: boolean;
}

function findMismatch(payment: PaymentRow, received: Received): ReviewReason | null {
  const { amount, currency, isCustomerKnown, others, isTaken, isCancelled } = received;
  if (isTaken) return 'reference';
  if (amount !== payment.amount || currency !== 'XOF') return 'amount';
  if (!isCustomerKnown) return 'customer-removed';
  if (others.includes('paid')) return 'paid-twice';
  return isCancelled ? 'order-changed' : null;
}

/** Delivers nothing for money that does not match: supervisors review the payment (rule 15). */
async function putUnderReview(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  received: ProviderStatus,
  reviewReason: ReviewReason,
  now: Date,
): Promise<Settled> {
  // A wrong reference may belong to another payment.
  const providerReference = reviewReason === 'reference' ? null : received.reference;
  const change = { status: 'review' as const, reviewReason, providerReference };
  const row = await updatePayment(tx, payment.id, { ...change, settledAt: now, nextCheckAt: null });
  await recordSettled(ctx, tx, payment, 'review');
  await notifySupervisors(ctx, tx, now, payment, describe(reviewReason, received, payment.amount));
  return { payment: row, delivered: false };
}

/** Words the reason for the supervisors' notification. */
function describe(
  reason: ReviewReason,
  { amount, currency, reference, isPartlyReturned }: ProviderStatus,
  due: number,
): string {
  switch (reason) {
    case 'reference':
      return `référence ${reference || 'absente'}, inconnue ou déjà comptée`;
    case 'amount':
      if (isPartlyReturned) return `rendu en partie par le prestataire, sur ${due} XOF`;
      if (amount === null) return `reçu un montant illisible au lieu de ${due} XOF`;
      return `reçu ${amount} ${currency ?? 'sans monnaie'} au lieu de ${due} XOF`;
    case 'paid-twice':
      return 'commande déjà payée par un autre paiement, à rembourser';
    case 'prescription-changed':
      return 'ordonnance utilisée ou modifiée entre-temps, à rembourser';
    case 'order-changed':
      return 'commande déjà payée ou modifiée, à rembourser';
    case 'customer-removed':
      return 'compte du client supprimé, à rembourser';
  }
}

/**
 * Stores the second debit of a settled transaction, which has another reference, and notifies supervisors once to refund it. The
 * payment does not change.
 */
async function reportDuplicateDebit(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  { reference, eventId, amount, currency, at }: ProviderStatus & { eventId: string; at: Date },
): Promise<void> {
  if (!reference || reference === payment.providerReference) return;
  if (await isAlreadyReported(tx, payment, { reference, eventId })) return;
  const { provider, transactionId, id: paymentId } = payment;
  await insertDebit(tx, { provider, transactionId, reference, amount, currency, paymentId, at });
  const sum = amount === null ? 'montant inconnu' : `${amount} ${currency ?? 'sans monnaie'}`;
  await notifySupervisors(ctx, tx, at, payment, `autre débit (${sum}, référence ${reference}), à rembourser`);
}

async function notifySupervisors(
  { jobs }: SystemCtx,
  tx: Database,
  at: Date,
  payment: PaymentRow,
  reason: string,
): Promise<void> {
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  await notify(
    jobs,
    tx,
    at,
    supervisors.map((userId) => paymentToReview(userId, payment, reason)),
  );
}

/**
 * Makes the notification of a supervisor, which opens the payment. It does not carry the order's id: the order's next notification
 * must not replace what has to be decided.
 */
export function paymentToReview(
  userId: string,
  { id, transactionId }: { readonly id?: string; readonly transactionId: string },
  reason: string,
): Message {
  return {
    userId,
    title: 'Paiement à vérifier',
    message: `Transaction ${transactionId} : ${reason}.`,
    link: `/supervisor-dashboard?tab=payments${id === undefined ? '' : `&vu=${id}`}`,
  };
}

interface PaidBack {
  readonly reference: string | null;
  /** The provider reports a part without its amount. */
  readonly isPartlyReturned?: boolean;
  readonly at: Date;
}

/**
 * Notifies supervisors that the provider has refunded a settled payment, in full or in part, although no refund was decided here:
 * somebody made it in the provider's dashboard. They decide; the payment, its order and the ledger do not change. A refund that was
 * decided here explains the report whatever its state: one that has to be made in that dashboard is `failed` until then.
 */
async function announcePaidBack(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  { reference, isPartlyReturned = false, at }: PaidBack,
): Promise<void> {
  const { id, customerId, amount, status, providerReference } = payment;
  if (status !== 'paid' && status !== 'review') return;
  // A second debit waits for a supervisor in its own list, as money to pay back.
  if (reference !== null && reference !== providerReference && (await isDebit(tx, payment, reference)))
    return;
  if (await isRefundDecided(tx, payment, reference)) return;
  const details = { event: 'report', amount, to: isPartlyReturned ? 'partly-refunded' : 'refunded' };
  await record({ clock: ctx.clock }, tx, { action: 'settle', kind: 'payment', id, customerId, details });
  const notice = await describeReturn(ctx, tx, payment, isPartlyReturned);
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  const messages = supervisors.map((userId) => ({ userId, title: 'Paiement à vérifier', ...notice }));
  await notify(ctx.jobs, tx, at, messages);
}

/** Leaves out the order's id: the order's next notification must not replace what has to be decided. */
async function describeReturn(ctx: SystemCtx, tx: Database, payment: PaymentRow, isPartlyReturned: boolean) {
  const { id, status, provider, transactionId, orderId, amount } = payment;
  const says = `${providerOf(ctx, provider)?.label ?? providerLabels[provider] ?? provider} dit rendu${isPartlyReturned ? ' en partie' : ''} le paiement`;
  const sum = `(${formatAmount(amount)} F)`;
  const number = status === 'paid' ? await findOrderNumber(tx, payment) : null;
  if (number === null) {
    const link = `/supervisor-dashboard?tab=payments&vu=${id}`;
    return { message: `${says} ${transactionId} ${sum}. Vérifiez-le.`, link };
  }
  const link = `/supervisor-dashboard?order=${orderId}`;
  return { message: `${says} de la commande ${number} ${sum}. Vérifiez-la.`, link };
}

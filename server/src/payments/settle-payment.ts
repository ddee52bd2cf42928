import { nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import { afterReport } from '@amasin/domain/payments/lifecycle.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { cancelOthers, isBasketPaid } from './baskets/basket-queries.ts';
import { changePayment, lockPayment } from './queries.ts';
import {
  insertPaymentEvent,
  isReferenceTaken,
  isReportedAgain,
  lockCustomerOf,
} from './settling/report-queries.ts';

const ALREADY_PAID = 'commande déjà payée par un autre paiement, à rembourser';

export interface Settled {
  readonly payment: PaymentRow;
  /** This very report made the order, or moved it. */
  readonly moved: boolean;
}

/**
 * Applies what a provider told us of a payment, exactly once whoever brings it: the row is locked, and what is settled
 * stays settled. Money confirmed makes the order of the draft, or moves the order that waits for it; money that does
 * not fit (amount, currency, reference, an order already paid, a customer who is gone) is put aside for review, and the
 * supervisors are told. So they are of money that arrives besides, under a transaction that has its own.
 * @returns null where no payment has this transaction id
 */
export async function settlePayment(
  ctx: SystemCtx,
  transactionId: string,
  status: ProviderStatus,
  eventId: string,
): Promise<Settled | null> {
  return transact(ctx.db, async (tx) => {
    const isGone = status.report === 'paid' && !(await lockCustomerOf(tx, transactionId));
    const payment = await lockPayment(tx, transactionId);
    if (payment === null) return null;
    const now = ctx.clock.now();
    if (status.report === 'pending') return { payment, moved: false };
    const { report } = status;
    const event = { ...status, report, provider: payment.provider, eventId, transactionId, at: now };
    const isNew = await insertPaymentEvent(tx, event);
    const next = afterReport(payment.status, report);
    if (next === null) {
      if (report === 'paid' && isNew) await noticeOtherMoney(tx, payment, event);
      if (payment.status !== report) {
        ctx.log.warn({ transactionId, is: payment.status, report }, 'a report contradicts a settled payment');
      }
      return { payment, moved: false };
    }
    if (next !== 'paid') {
      const nextCheckAt = nextCheckAfter({ ...payment, status: next }, now);
      const change = { status: next, settledAt: now, nextCheckAt };
      return { payment: await changePayment(tx, payment.id, change), moved: false };
    }
    return receiveMoney(ctx, tx, payment, { ...status, isGone }, now);
  });
}

async function receiveMoney(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  { amount, currency, reference, isGone }: ProviderStatus & { isGone: boolean },
  now: Date,
): Promise<Settled> {
  if (!reference || (await isReferenceTaken(tx, payment, reference))) {
    return putAside(tx, payment, now, null, `référence ${reference || 'absente'}, inconnue ou déjà comptée`);
  }
  if (amount !== payment.amount || currency !== 'XOF') {
    const reason = `reçu ${amount} ${currency} au lieu de ${payment.amount} XOF`;
    return putAside(tx, payment, now, reference, reason);
  }
  if (isGone) {
    return putAside(tx, payment, now, reference, 'compte du client supprimé, à rembourser');
  }
  if (await isBasketPaid(tx, payment)) return putAside(tx, payment, now, reference, ALREADY_PAID);
  const delivered = await ctx.purchases.deliver(tx, payment, now);
  if ('reviewReason' in delivered) return putAside(tx, payment, now, reference, delivered.reviewReason);
  const paid = { status: 'paid' as const, providerReference: reference, orderId: delivered.orderId };
  const row = await changePayment(tx, payment.id, { ...paid, settledAt: now, nextCheckAt: null });
  await cancelOthers(tx, { ...row, but: row.id }, now);
  return { payment: row, moved: true };
}

/** Money is here and cannot be used as it is: nothing moves, people look at it (RULES 15). */
async function putAside(
  tx: Database,
  payment: PaymentRow,
  now: Date,
  providerReference: string | null,
  reviewReason: string,
): Promise<Settled> {
  const change = { status: 'review' as const, providerReference, reviewReason };
  const row = await changePayment(tx, payment.id, { ...change, settledAt: now, nextCheckAt: null });
  await tellSupervisors(tx, now, payment, reviewReason);
  return { payment: row, moved: false };
}

/**
 * A transaction that has its money is debited again, under another reference: the payment stays as it is, its event keeps
 * what arrived, and people pay it back. Said once, however often it is reported.
 */
async function noticeOtherMoney(
  tx: Database,
  payment: PaymentRow,
  { reference, eventId, amount, currency, at }: ProviderStatus & { eventId: string; at: Date },
): Promise<void> {
  if (!reference || reference === payment.providerReference) return;
  if (await isReportedAgain(tx, payment, { reference, eventId })) return;
  const sum = amount === null ? 'montant inconnu' : `${amount} ${currency ?? 'sans monnaie'}`;
  await tellSupervisors(tx, at, payment, `autre débit (${sum}, référence ${reference}), à rembourser`);
}

async function tellSupervisors(
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

import { refundEntries } from '@amasin/domain/benefits/journal.ts';
import type { RefundWay } from '@amasin/domain/orders/refund.ts';
import { FIRST_CHECK_MS, LONGEST_WAIT_MS } from '@amasin/domain/payments/follow-up.ts';
import { meansEnding } from '@amasin/domain/payments/operators.ts';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { RefundRow, StrayDebitRow } from '../database/schema/refunds.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { providerOf } from '../ports/configured-providers.ts';
import type { RefundStatus } from '../ports/payment-provider.ts';
import { REFUND_LIMIT_MS, withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import { providerLabels } from '../settings/payment-settings.ts';
import { lockCustomer } from './basket-queries.ts';
import { senderNamed } from './choose-sender.ts';
import { insertJournals } from './journal-queries.ts';
import { makePayout, type ReadMade, readMadeOnce } from './make-payout.ts';
import { refundFailed, refundNotice } from './notices.ts';
import { findPaymentById, isFromBackup, lockPayment } from './queries.ts';
import {
  askAgain,
  type DueRefund,
  findDueRefunds,
  findRefund,
  isReportedPaidBack,
  lockRefund,
  nameRefundPayout,
  scheduleNextTry,
  updateRefund,
} from './refund-queries.ts';
import { REFUND_NOTE, refundable, refundPutAside } from './review.ts';
import { closeDebitRow, findCloser, findDebit } from './settle-queries.ts';

/** This many requests are made to the provider at once. */
const BATCH = 10;
/** A run ends before the next one starts, ms. */
const RUN_MS = 50_000;

/**
 * The repeated job: asks the provider for the refunds that supervisors have decided, and for the state of the pending ones, until it
 * says done or failed. A refund without a response is asked for again under the same id, so that it is paid back once.
 * @returns how many were done
 */
export async function sendRefunds(ctx: SystemCtx): Promise<number> {
  const until = performance.now() + RUN_MS;
  const readMade = readMadeOnce();
  let count = 0;
  for (;;) {
    const due = await findDueRefunds(ctx.db, ctx.clock.now(), BATCH);
    const results = await Promise.all(due.map((one) => trySend(ctx, one, readMade)));
    count += results.filter(Boolean).length;
    if (due.length < BATCH || performance.now() > until) return count;
  }
}

async function trySend(ctx: SystemCtx, due: DueRefund, readMade: ReadMade): Promise<boolean> {
  const { refund, transactionId } = due;
  try {
    const wait = Math.min(FIRST_CHECK_MS * 2 ** Math.min(refund.tries, 20), LONGEST_WAIT_MS);
    const nextTryAt = new Date(ctx.clock.now().getTime() + wait);
    // Scheduled before the request, so that only one process sends it.
    if (!(await scheduleNextTry(ctx.db, refund, nextTryAt))) return false;
    const status = await ask(ctx, due, readMade);
    return status !== null && (await applyStatus(ctx, due, status));
  } catch (error) {
    ctx.log.error({ err: error, transactionId, refundId: refund.id }, 'a refund got no response');
    return false;
  }
}

/**
 * Asks first whether the provider has the refund already, which is then not sent again (rule 43).
 * @returns null when it has to wait
 */
async function ask(ctx: SystemCtx, due: DueRefund, readMade: ReadMade): Promise<RefundStatus | null> {
  const { refund, transactionId, provider: name } = due;
  const { id: refundId, debit: reference, amount, state, way } = refund;
  if (way === 'hand') return failed;
  if (way === 'payout') return payToNumber(ctx, due, readMade);
  const provider = providerOf(ctx, name);
  if (provider?.refund === undefined) return failed;
  if (provider.askRefund !== undefined) {
    const known = await withTimeout(provider.askRefund(refundId), REFUND_LIMIT_MS);
    if (state === 'sent') return known ?? failed;
    // A refund that it refused before may be asked for again.
    if (known !== null && known.state !== 'failed') return known;
  }
  return withTimeout(provider.refund({ refundId, transactionId, reference, amount }), REFUND_LIMIT_MS);
}

/** Sends a refund to the number that paid. @returns null when it has to wait */
async function payToNumber(
  ctx: SystemCtx,
  { refund, operator, payingPhone: phone, name }: DueRefund,
  readMade: ReadMade,
): Promise<RefundStatus | null> {
  const { id, amount, askedAt, tries, providerPayoutId, payoutProvider } = refund;
  const sender = senderNamed(ctx, payoutProvider ?? '');
  if (sender === null || operator === null || phone === null) {
    // What was never prepared cannot have been paid. Otherwise, or after a restore, only its provider knows.
    const isUnsent = providerPayoutId === null && !(await isFromBackup(ctx.db, askedAt));
    return isUnsent ? failed : null;
  }
  const request = { payoutId: id, amount, operator, phone, name, askedAt };
  const store = (payoutId: string) => nameRefundPayout(ctx.db, id, payoutId);
  const status = await makePayout(ctx, sender, request, { tries, readMade, providerPayoutId, store });
  return status && { state: status.state, reference: null };
}

const failed: RefundStatus = { state: 'failed', reference: null };

function recordAnswer(
  { clock }: SystemCtx,
  tx: Database,
  { id, customerId, amount }: RefundRow,
  to: 'failed' | 'by-hand' | 'done',
): Promise<void> {
  return record({ clock }, tx, { action: 'settle', kind: 'refund', id, customerId, details: { amount, to } });
}

/** Applies the provider's answer once: a refund that is done never changes. @returns whether it is done now */
async function applyStatus(
  ctx: SystemCtx,
  { refund: { id, customerId, state: before, tries, way }, transactionId, provider, ...paidBy }: DueRefund,
  { state, reference }: RefundStatus,
): Promise<boolean> {
  return transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, customerId);
    const refund = await lockRefund(tx, id);
    if (refund.state === 'done' || refund.state === 'failed') return false;
    const at = ctx.clock.now();
    if (state === 'pending') {
      if (refund.state === 'asked')
        await updateRefund(tx, id, { state: 'sent', providerReference: reference });
      return false;
    }
    if (state === 'failed') {
      const byHandAt = refundedByHandAt(ctx, { provider, way });
      // After an answer it would not be `asked` any more; a refund `sent` to a provider that cannot be asked now may be done. Of a payout
      // the provider says what became of it.
      const wasUnanswered = way !== 'payout' && (before === 'asked' ? tries > 0 : byHandAt !== null);
      const mayBeDone = wasUnanswered || (await isReportedPaidBack(tx, transactionId));
      // A failed refund that may be paid already keeps its `tries`, so that the next refusal says so too.
      const doubt = mayBeDone ? {} : { tries: 0 };
      // A payout that did not arrive is not sent again: where to is wrong, or closed.
      const left = way === 'payout' ? { way: 'hand' as const } : {};
      await updateRefund(tx, id, { state: 'failed', nextTryAt: null, ...doubt, ...left });
      await recordAnswer(ctx, tx, refund, byHandAt !== null || way === 'hand' ? 'by-hand' : 'failed');
      const supervisors = await findUserIdsOfType(tx, ['supervisor']);
      const { amount, debit: reference } = refund;
      const to = meansEnding(paidBy.operator, paidBy.payingPhone);
      const facts = { amount, transactionId, reference, byHandAt, mayBeDone, way, to };
      const messages = supervisors.map((userId) => refundFailed(userId, facts));
      await notify(ctx.jobs, tx, at, messages);
      return false;
    }
    await updateRefund(tx, id, { state: 'done', providerReference: reference, nextTryAt: null, doneAt: at });
    await recordAnswer(ctx, tx, refund, 'done');
    await recordPaidBack(tx, refund, at);
    if (hasAccount) await notify(ctx.jobs, tx, at, [refundNotice(refund, 'done')]);
    return true;
  });
}

/** Records in the ledger that the money is with its customer again. */
async function recordPaidBack(tx: Database, { id, amount }: RefundRow, at: Date): Promise<void> {
  await insertJournals(tx, [{ kind: 'refund', refundId: id, at, entries: refundEntries(amount) }]);
}

/** @throws 404 NOT_FOUND */
export async function loadRefund({ db }: Ctx, id: string): Promise<RefundRow> {
  const refund = await findRefund(db, id);
  if (refund === null) throw new Refusal('NOT_FOUND');
  return refund;
}

/** Asks again for a refund that the provider has refused; one that has not failed does not change. */
export async function retryRefund(ctx: Ctx, { id, customerId, amount }: RefundRow): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await askAgain(tx, id, ctx.clock.now()))) return;
    await record(ctx, tx, { action: 'retry', kind: 'refund', id, customerId, details: { amount } });
  });
}

/**
 * Records that a failed refund was paid back otherwise, with a note saying how: the provider is not asked any more. Repeated by the
 * same user, it changes nothing.
 * @throws 409 STATE_CHANGED when it is not failed
 */
export async function settleByHand(ctx: Ctx, { id, customerId }: RefundRow, note: string): Promise<void> {
  const { actor, jobs } = ctx;
  await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, customerId);
    const refund = await lockRefund(tx, id);
    if (refund.settledById === actor._id) return;
    if (refund.state !== 'failed') throw new Refusal('STATE_CHANGED');
    const at = ctx.clock.now();
    await updateRefund(tx, id, { state: 'done', doneAt: at, settledById: actor._id, settledNote: note });
    const about = { kind: 'refund', id, customerId } as const;
    await record(ctx, tx, { action: 'refund-by-hand', ...about, details: { amount: refund.amount } });
    await recordPaidBack(tx, refund, at);
    if (hasAccount) await notify(jobs, tx, at, [refundNotice(refund, 'done')]);
  });
}

/** Returns the label of the provider in whose dashboard a refund has to be made; null if it refunds when it is asked, or goes elsewhere. */
export function refundedByHandAt(
  ctx: Pick<Ctx, 'payments' | 'otherPayments'>,
  { provider: providerName, way }: { readonly provider: string; readonly way: RefundWay },
): string | null {
  if (way === 'payout') return null;
  const provider = providerOf(ctx, providerName);
  return provider?.refund === undefined
    ? (provider?.label ?? providerLabels[providerName] ?? providerName)
    : null;
}

/** @throws 404 NOT_FOUND */
export async function loadDebit({ db }: Ctx, id: string): Promise<StrayDebitRow> {
  const debit = await findDebit(db, id);
  if (debit === null) throw new Refusal('NOT_FOUND');
  return debit;
}

/**
 * Decides the refund of a second debit of a payment, once. Repeated by the same user, it changes nothing.
 * @throws 409 REVIEW_CLOSED when another user decided first; 409 REFUND_BY_HAND for an unknown transaction or an uncertain amount
 */
export async function refundDebit(ctx: Ctx, { id, paymentId, reference, ...received }: StrayDebitRow) {
  const amount = refundable(received);
  if (paymentId === null || reference === null || amount === null) throw new Refusal('REFUND_BY_HAND');
  await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, (await findPaymentById(tx, paymentId)).customerId);
    const payment = await lockPayment(tx, paymentId);
    const at = ctx.clock.now();
    if (!(await closeOnce(ctx, tx, id, REFUND_NOTE, at))) return;
    await refundPutAside(ctx, tx, { payment, debit: reference, amount, at, hasAccount });
  });
}

/**
 * Notes what was done about money without a payment: it leaves the list and does not move.
 * @throws 409 REVIEW_CLOSED when another user decided first
 */
export async function closeDebit(ctx: Ctx, { id }: StrayDebitRow, note: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await closeOnce(ctx, tx, id, note, ctx.clock.now()))) return;
    await record(ctx, tx, { action: 'review', kind: 'debit', id });
  });
}

/** @returns false when this user did the same before */
async function closeOnce(ctx: Ctx, tx: Database, id: string, note: string, at: Date): Promise<boolean> {
  if (await closeDebitRow(tx, id, { closedAt: at, closedById: ctx.actor._id, note })) return true;
  const debit = await findDebit(tx, id);
  if (debit === null) throw new Refusal('NOT_FOUND');
  if (debit.closedById === ctx.actor._id && debit.note === note) return false;
  const values = { name: await findCloser(tx, debit), note: debit.note ?? '' };
  throw new Refusal('REVIEW_CLOSED', { values });
}

import { GIVE_UP_MS, nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { confirmPayment } from './confirm-payment.ts';
import { findDuePayments, scheduleNextCheck } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/** Concurrent requests to the provider. */
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
  // Scheduled before the request, so that only one process sends it and a request without a response is not repeated
  // at once.
  if (!(await scheduleNextCheck(ctx.db, payment, nextCheckAfter(payment, ctx.clock.now())))) return false;

  const settled = await confirmPayment(ctx, payment);
  const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (settled.hasResponse && settled.payment.status === 'pending' && age > GIVE_UP_MS) {
    const expired = { report: 'expired' as const, amount: null, currency: null, reference: null };
    await settlePayment(ctx, payment, expired, `expired:${payment.transactionId}`);
  }
  return settled.delivered;
}

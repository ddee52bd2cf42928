import { GIVE_UP_MS, nextCheckAfter } from '@amasin/domain/payments/follow-up.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { confirmPayment } from '../confirm-payment.ts';
import { bookNextCheck, findDuePayments } from '../queries.ts';
import { settlePayment } from '../settle-payment.ts';

/** Asked at once. */
const BATCH = 10;
/** A turn ends before the next one is due, ms. */
const TURN_MS = 50_000;

/**
 * The repeated job: asks the provider about payments that are not settled, so that closing the browser loses nothing. A
 * turn goes on until nothing is due, so that many abandoned payments do not keep a paid one waiting; one that fails stops
 * no other.
 * @returns how many orders were made or moved
 */
export async function followUpPayments(ctx: SystemCtx): Promise<number> {
  const until = performance.now() + TURN_MS;
  let moved = 0;
  for (;;) {
    const due = await findDuePayments(ctx.db, ctx.clock.now(), BATCH);
    const results = await Promise.all(due.map((payment) => followUpQuietly(ctx, payment)));
    moved += results.filter(Boolean).length;
    if (due.length < BATCH || performance.now() > until) return moved;
  }
}

async function followUpQuietly(ctx: SystemCtx, payment: PaymentRow): Promise<boolean> {
  try {
    return await followUp(ctx, payment);
  } catch (error) {
    ctx.log.error({ err: error, transactionId: payment.transactionId }, 'a payment could not be followed up');
    return false;
  }
}

async function followUp(ctx: SystemCtx, payment: PaymentRow): Promise<boolean> {
  // Before asking: a question that never comes back must not be asked in a loop, nor by two processes at once.
  if (!(await bookNextCheck(ctx.db, payment, nextCheckAfter(payment, ctx.clock.now())))) return false;

  const settled = await confirmPayment(ctx, payment);
  const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (settled.isAnswered && settled.payment.status === 'pending' && age > GIVE_UP_MS) {
    const expired = { report: 'expired' as const, amount: null, currency: null, reference: null };
    await settlePayment(ctx, payment.transactionId, expired, `expired:${payment.transactionId}`);
  }
  return settled.moved;
}

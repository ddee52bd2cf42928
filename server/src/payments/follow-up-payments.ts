import type { SystemCtx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { confirmPayment } from './confirm-payment.ts';
import { bookNextCheck, findDuePayments } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 50;
/** Waiting times between two questions: 30 s, doubled each time, an hour at the most. */
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3600;
/**
 * A payment that its provider does not confirm for a day is given up, once it says so: a provider that is away has not
 * spoken. Should the money come after all, it still counts.
 */
const GIVE_UP_MS = 24 * 3600_000;

/**
 * The repeated job: asks the provider about payments that stay pending, so that closing the browser loses nothing. One
 * that fails stops no other.
 * @returns how many orders were made or moved
 */
export async function followUpPayments(ctx: SystemCtx): Promise<number> {
  let moved = 0;
  for (const payment of await findDuePayments(ctx.db, ctx.clock.now(), BATCH)) {
    try {
      if (await followUp(ctx, payment)) moved += 1;
    } catch (error) {
      const { transactionId } = payment;
      ctx.log.error({ err: error, transactionId }, 'a payment could not be followed up');
    }
  }
  return moved;
}

async function followUp(ctx: SystemCtx, payment: PaymentRow): Promise<boolean> {
  // Before asking: a question that never comes back must not be asked in a loop, nor by two processes at once.
  const wait = Math.min(FIRST_WAIT_S * 2 ** payment.checks, LONGEST_WAIT_S);
  const nextCheckAt = new Date(ctx.clock.now().getTime() + wait * 1000);
  if (!(await bookNextCheck(ctx.db, payment, nextCheckAt))) return false;

  const settled = await confirmPayment(ctx, payment);
  const age = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (settled.isAnswered && settled.payment.status === 'pending' && age > GIVE_UP_MS) {
    const expired = { report: 'expired' as const, amount: null, currency: null, reference: null };
    await settlePayment(ctx, payment.transactionId, expired, `expired:${payment.transactionId}`);
  }
  return settled.moved;
}

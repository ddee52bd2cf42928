import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { StrayDebitRow } from '../../database/schema/money/refunds.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { lockCustomer } from '../baskets/basket-queries.ts';
import { findPaymentById, lockPayment } from '../queries.ts';
import { closeDebitRow, findCloser, findDebit } from '../settling/debit-queries.ts';
import { refundable, refundPutAside } from './refund-review.ts';

const REFUNDED = 'Remboursement';

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
    if (!(await close(ctx, tx, id, REFUNDED, at))) return;
    await refundPutAside(ctx, tx, { payment, debit: reference, amount, at, hasAccount });
  });
}

/**
 * Notes what was done about money without a payment: it leaves the list and does not move.
 * @throws 409 REVIEW_CLOSED when another user decided first
 */
export async function closeDebit(ctx: Ctx, { id }: StrayDebitRow, note: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await close(ctx, tx, id, note, ctx.clock.now()))) return;
    await record(ctx, tx, { action: 'review', kind: 'debit', id });
  });
}

/** @returns false when this user did the same before */
async function close(ctx: Ctx, tx: Database, id: string, note: string, at: Date): Promise<boolean> {
  if (await closeDebitRow(tx, id, { closedAt: at, closedById: ctx.actor._id, note })) return true;
  const debit = await findDebit(tx, id);
  if (debit === null) throw new Refusal('NOT_FOUND');
  if (debit.closedById === ctx.actor._id && debit.note === note) return false;
  const values = { name: await findCloser(tx, debit), note: debit.note ?? '' };
  throw new Refusal('REVIEW_CLOSED', { values });
}

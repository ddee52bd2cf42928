import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { RefundRow } from '../../database/schema/money/refunds.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { lockCustomer } from '../baskets/basket-queries.ts';
import { refundNotice } from './announce.ts';
import { lockRefund, updateRefund } from './refund-queries.ts';

/**
 * Records that a refund that the provider refused, or does not make, was paid back otherwise, with a note saying how. Only while it
 * is failed: the provider is not asked any more. Repeated by the same user, it changes nothing.
 * @throws 409 STATE_CHANGED when it is not failed
 */
export async function settleByHand(ctx: Ctx, { id, customerId }: RefundRow, note: string): Promise<void> {
  const { actor, jobs, ledger } = ctx;
  await transact(ctx.db, async (tx) => {
    const hasAccount = await lockCustomer(tx, customerId);
    const refund = await lockRefund(tx, id);
    if (refund.settledById === actor._id) return;
    if (refund.state !== 'failed') throw new Refusal('STATE_CHANGED');
    const at = ctx.clock.now();
    await updateRefund(tx, id, { state: 'done', doneAt: at, settledById: actor._id, settledNote: note });
    const about = { kind: 'refund', id, customerId } as const;
    await record(ctx, tx, { action: 'refund-by-hand', ...about, details: { amount: refund.amount } });
    await ledger.recordRefund(tx, { refundId: id, amount: refund.amount, at });
    if (hasAccount) await notify(jobs, tx, at, [refundNotice(refund, 'done')]);
  });
}

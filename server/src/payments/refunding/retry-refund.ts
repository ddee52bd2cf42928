import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { RefundRow } from '../../database/schema/money/refunds.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { askAgain, findRefund } from './refund-queries.ts';

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

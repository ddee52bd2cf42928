import type { Ctx } from '../../ctx.ts';
import type { RefundRow } from '../../database/schema/money/refunds.ts';
import { Refusal } from '../../refusal.ts';
import { askAgain, findRefund } from './refund-queries.ts';

/** @throws 404 NOT_FOUND */
export async function loadRefund({ db }: Ctx, id: string): Promise<RefundRow> {
  const refund = await findRefund(db, id);
  if (refund === null) throw new Refusal('NOT_FOUND');
  return refund;
}

/** Asks again for a refund that the provider has refused; one that has not failed does not change. */
export async function retryRefund({ db, clock }: Ctx, { id }: RefundRow): Promise<void> {
  await askAgain(db, id, clock.now());
}

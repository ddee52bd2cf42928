import { remainingOf } from '@amasin/domain/benefits/journal.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { sumPlatformBalance } from '../balance-queries.ts';
import { overRemaining } from './over-remaining.ts';
import { insertPayouts, lockPlatform, type Payout } from './payout-queries.ts';

/**
 * Pays out part or all of the platform's own share.
 * @param respond builds the response and stores it in the same transaction, so that a repeated request pays nothing
 * @throws 409 OVER_REMAINING when the amount exceeds the balance, ALREADY_PAID_OUT when another payout came first
 */
export async function paySuperAdmin<A>(
  ctx: Ctx,
  amount: number,
  respond: (tx: Database, paid: Payout<null>) => Promise<A>,
): Promise<A> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    await lockPlatform(tx);
    const remaining = remainingOf(await sumPlatformBalance(tx));
    if (amount > remaining)
      throw await overRemaining(tx, { partnerId: null, amount, remaining, path: 'amount', at });
    const payouts = [{ partnerId: null, amount }];
    const [paid] = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    if (paid === undefined) throw new Error('the payout was not inserted');
    await record(ctx, tx, { action: 'pay-out', kind: 'payout', id: paid.id, details: { amount } });
    return respond(tx, paid);
  });
}

import { remainingOf } from '@amasin/domain/benefits/balance.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { sumPlatformBalance } from '../balance-queries.ts';
import { overRemaining } from './over-remaining.ts';
import { insertPayouts, lockPlatform } from './payout-queries.ts';

/**
 * Pays out some of the platform's own share.
 * @throws 409 OVER_REMAINING
 */
export async function paySuperAdmin(ctx: Ctx, amount: number) {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    await lockPlatform(tx);
    const rest = remainingOf(await sumPlatformBalance(tx));
    if (amount > rest) throw overRemaining(rest, 'amount');
    const payouts = [{ partnerId: null, amount }];
    const [paid] = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    if (paid === undefined) throw new Error('the payout was not inserted');
    return paid;
  });
}

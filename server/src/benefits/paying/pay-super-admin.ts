import { remainingOf } from '@amasin/domain/benefits/journal.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { sumPlatformBalance } from '../balance-queries.ts';
import { overRemaining } from './over-remaining.ts';
import { insertPayouts, lockPlatform, type Payout } from './payout-queries.ts';

/**
 * Pays out some of the platform's own share.
 * @param answer what is answered for it, kept in the same transaction: sent again, the same call pays nothing more
 * @throws 409 OVER_REMAINING
 */
export async function paySuperAdmin<A>(
  ctx: Ctx,
  amount: number,
  answer: (tx: Database, paid: Payout<null>) => Promise<A>,
): Promise<A> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    await lockPlatform(tx);
    const rest = remainingOf(await sumPlatformBalance(tx));
    if (amount > rest) throw overRemaining(rest, 'amount');
    const payouts = [{ partnerId: null, amount }];
    const [paid] = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    if (paid === undefined) throw new Error('the payout was not inserted');
    return answer(tx, paid);
  });
}

import { aboutAccount } from '../../audit/recording/about-account.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { removeSecondFactor } from '../../session/second-factor/queries.ts';
import { refuseSuperAdmin } from './account-type.ts';
import { lockAccount } from './queries.ts';

/**
 * Removes the second factor of an account whose person has lost it, and ends its sessions.
 * @throws 403 FORBIDDEN for a super administrator: the server's command does it; 404 NOT_FOUND
 */
export async function resetSecondFactor(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    await removeSecondFactor(tx, id);
    await deleteSessionsOf(tx, id, null);
    await record(ctx, tx, { action: 'remove-second-factor', ...aboutAccount(account) });
  });
}

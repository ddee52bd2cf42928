import type { User } from '@amasin/domain/users/user.ts';
import { aboutAccount } from '../../audit/recording/about-account.ts';
import { record } from '../../audit/recording/record.ts';
import { closeChatsOf } from '../../consultations/closing/close-chats.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { presentUser } from '../../people/present.ts';
import { updateUserRow } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { refuseSuperAdmin } from './account-type.ts';
import { activeChanged, ordersToReassign } from './announce.ts';
import { lockAccount } from './queries.ts';
import { countCarriedOrders } from './removing/removal-queries.ts';

/**
 * Activates or deactivates an account; without `active`, toggles it. A deactivated account has no sessions left.
 * @throws 403 FORBIDDEN for a super administrator; 404 NOT_FOUND
 */
export async function switchAccount(ctx: Ctx, id: string, requested: boolean | undefined): Promise<User> {
  return transact(ctx.db, async (tx) => {
    const before = await lockAccount(tx, id);
    if (before === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(before.type);
    const active = requested ?? !before.active;
    if (active === before.active) return presentUser(before);
    const more = await applyActiveChange(ctx, tx, before, active);
    const awaitsActivation = before.awaitsActivation && !active;
    await record(ctx, tx, { action: active ? 'activate' : 'deactivate', ...aboutAccount(before) });
    return presentUser(await updateUserRow(tx, before, { active, awaitsActivation, ...more }));
  });
}

/**
 * Side effects of activating or deactivating a locked account: deactivation ends its sessions and consultations; both
 * send notifications. Returns further columns to update. A pharmacy that registered itself becomes a partner when first
 * activated (rule 23).
 */
export async function applyActiveChange(
  ctx: Ctx,
  tx: Database,
  account: UserRow,
  active: boolean,
): Promise<{ isPartner?: true }> {
  if (!active) {
    await deleteSessionsOf(tx, account.id, null);
    await closeChatsOf(ctx.jobs, tx, account.id, ctx.clock.now());
  }
  const openOrders = active ? 0 : await countCarriedOrders(tx, account.id);
  await notify(ctx.jobs, tx, ctx.clock.now(), [
    activeChanged(account, active),
    ...(await ordersToReassign(tx, account, openOrders)),
  ]);
  return active && account.awaitsActivation ? { isPartner: true } : {};
}

import type { User } from '@amasin/domain/users/user.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { presentUser } from '../../people/present.ts';
import { updateUserRow } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { lockAccount } from './queries.ts';
import { recordSwitch } from './record-switch.ts';
import { refuseSuperAdmin } from './refuse-super-admin.ts';

/**
 * Turns an account on or off; without `active`, over. Off, its sessions have ended when this returns (R13).
 * @throws 403 for a super administrator, 404
 */
export async function switchAccount(ctx: Ctx, id: string, wanted: boolean | undefined): Promise<User> {
  return transact(ctx.db, async (tx) => {
    const before = await lockAccount(tx, id);
    if (before === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(before.type);
    const active = wanted ?? !before.active;
    if (active === before.active) return presentUser(before);
    const more = await recordSwitch(ctx, tx, before, active);
    const awaitsActivation = before.awaitsActivation && !active;
    return presentUser(await updateUserRow(tx, before, { active, awaitsActivation, ...more }));
  });
}

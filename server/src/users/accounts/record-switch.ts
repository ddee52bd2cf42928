import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { notify } from '../../notifications/notify.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { leftOrders, switched } from './announce.ts';
import { countCarriedOrders } from './removing/removal-queries.ts';

/**
 * What goes with turning a locked account on or off: its sessions, whom to tell, and what else changes in its row. A pharmacy
 * that signed up by itself becomes partner at its first activation (RULES 23).
 */
export async function recordSwitch(
  ctx: Ctx,
  tx: Database,
  account: UserRow,
  active: boolean,
): Promise<{ isPartner?: true }> {
  if (!active) await deleteSessionsOf(tx, account.id, null);
  const left = active ? 0 : await countCarriedOrders(tx, account.id);
  await notify(tx, ctx.clock.now(), [switched(account.id, active), ...(await leftOrders(tx, account, left))]);
  return active && account.awaitsActivation ? { isPartner: true } : {};
}

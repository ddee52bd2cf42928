import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { notify } from '../../notifications/notify.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { ACTIVATED, DEACTIVATED, leftOrders, switched } from './announce.ts';
import { wasTold } from './queries.ts';
import { countCarriedOrders } from './removing/removal-queries.ts';

/**
 * What goes with turning a held account on or off: its sessions, whom to tell, and what else changes in its row. A pharmacy
 * that signed up by itself becomes partner at its first activation (RULES 23): the first one that it is told of.
 */
export async function recordSwitch(
  ctx: Ctx,
  tx: Database,
  account: UserRow,
  active: boolean,
): Promise<{ isPartner?: true }> {
  const isFirst =
    active && account.type === 'pharmacy' && !(await wasTold(tx, account.id, [ACTIVATED, DEACTIVATED]));
  if (!active) await deleteSessionsOf(tx, account.id, null);
  const left = active ? 0 : await countCarriedOrders(tx, account.id);
  await notify(tx, ctx.clock.now(), [switched(account.id, active), ...(await leftOrders(tx, account, left))]);
  return isFirst ? { isPartner: true } : {};
}

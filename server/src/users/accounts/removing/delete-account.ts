import { sumPartnerBalance } from '../../../benefits/balance-queries.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Database } from '../../../database/database.ts';
import { transact } from '../../../database/transaction.ts';
import { releaseCardFile } from '../../../insurance/delete-card.ts';
import { findActiveCard, lockCardOf, markCardDeleted } from '../../../insurance/queries.ts';
import { lockFreePrescriptionsOf, softDelete } from '../../../prescriptions/change-queries.ts';
import { isReserved } from '../../../prescriptions/ordering/reservation.ts';
import { Refusal } from '../../../refusal.ts';
import { deleteSessionsOf } from '../../../session/queries.ts';
import { lockAccount } from '../queries.ts';
import { refuseSuperAdmin } from '../refuse-super-admin.ts';
import { eraseFromNotices, eraseFromOrders } from './erasing-queries.ts';
import { deleteUserRow, hasHistory, isNeededByOrders, removePerson } from './removal-queries.ts';

/** What orders and prescriptions call a person who is gone. */
const GONE = 'Compte supprimé';

/**
 * Removes a person: the whole row where nothing refers to it, else all that says who they were (RULES 25). What they
 * prescribed and nobody has used goes with them.
 * @throws 403 for a super administrator, 404; 409 OPEN_ORDERS, UNPAID_BENEFITS
 */
export async function deleteAccount(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    const free = await lockFreePrescriptionsOf(tx, id);
    const now = ctx.clock.now();
    if (free.some((row) => isReserved(row, now)) || (await isNeededByOrders(tx, id)))
      throw new Refusal('OPEN_ORDERS');
    const { total, totalPaid } = await sumPartnerBalance(tx, id);
    if (total > totalPaid) throw new Refusal('UNPAID_BENEFITS');
    await takeCard(tx, id, now);
    for (const row of free) await softDelete(tx, row.id, now);
    if (!(await hasHistory(tx, id))) return deleteUserRow(tx, id);
    await removePerson(tx, id, GONE);
    const gone = { id, name: account.name, as: GONE };
    await eraseFromOrders(tx, gone);
    await eraseFromNotices(tx, gone);
    await deleteSessionsOf(tx, id, null);
  });
}

async function takeCard(tx: Database, ownerId: string, now: Date): Promise<void> {
  const found = await findActiveCard(tx, ownerId);
  const card = found && (await lockCardOf(tx, ownerId, found.id));
  if (card === null) return;
  await markCardDeleted(tx, card.id, now);
  await releaseCardFile(tx, card.fileKey);
}

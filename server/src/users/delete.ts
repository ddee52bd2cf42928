import { deleteAddressesOf } from '../addresses/queries.ts';
import { aboutAccount, type Recorder, record } from '../audit/record.ts';
import { sumPartnerBalance } from '../benefits/balance-queries.ts';
import { leaveChats } from '../consultations/talk.ts';
import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { deleteCardOf } from '../insurance/card.ts';
import { isReserved } from '../prescriptions/order.ts';
import { lockUnusedPrescriptionsOf, softDelete } from '../prescriptions/write-queries.ts';
import { Refusal } from '../refusal.ts';
import { deleteSessionsOf, removeSecondFactor } from '../session/queries.ts';
import { refuseSuperAdmin } from './accounts.ts';
import {
  deleteUserRow,
  eraseFromNotifications,
  eraseFromOrders,
  erasePerson,
  hasHistory,
  isNeededByOrders,
} from './delete-queries.ts';
import { lockAccount } from './queries.ts';

/** Replaces the name of a removed user in orders and prescriptions. */
const REMOVED_NAME = 'Compte supprimé';

/**
 * Removes a user: deletes the row when nothing refers to it, otherwise erases all personal data (rule 25). Their unused
 * prescriptions are soft-deleted, their open consultations closed.
 * @throws 403 FORBIDDEN for a super administrator; 404 NOT_FOUND; 409 OPEN_ORDERS, UNPAID_BENEFITS
 */
export async function deleteAccount(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'jobs'> & Recorder,
  id: string,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    await record(ctx, tx, { action: 'delete', ...aboutAccount(account) });
    const unused = await lockUnusedPrescriptionsOf(tx, id);
    const now = ctx.clock.now();
    if (unused.some((row) => isReserved(row, now)) || (await isNeededByOrders(tx, id)))
      throw new Refusal('OPEN_ORDERS');
    const { total, totalPaid } = await sumPartnerBalance(tx, id);
    if (total > totalPaid) throw new Refusal('UNPAID_BENEFITS');
    await deleteCardOf(ctx, tx, id);
    await deleteAddressesOf(tx, id);
    for (const row of unused) await softDelete(tx, row.id, now);
    await leaveChats(ctx.jobs, tx, { id, replacement: REMOVED_NAME }, now);
    if (!(await hasHistory(tx, id))) return deleteUserRow(tx, id);
    await erasePerson(tx, id, REMOVED_NAME);
    const removed = { id, name: account.name, replacement: REMOVED_NAME };
    await eraseFromOrders(tx, removed);
    await eraseFromNotifications(tx, removed);
    await removeSecondFactor(tx, id);
    await deleteSessionsOf(tx, id, null);
  });
}

import { nameOpen } from '@amasin/domain/users/describe-open.ts';
import { deleteAddressesOf } from '../addresses/queries.ts';
import { logSecurity } from '../audit/log-security.ts';
import { aboutAccount, type Recorder, record } from '../audit/record.ts';
import { sumBalance } from '../benefits/balance-queries.ts';
import { leaveChats } from '../consultations/talk.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { deleteCardOf } from '../insurance/card.ts';
import { isReserved } from '../prescriptions/order.ts';
import { lockUnusedPrescriptionsOf, withdraw } from '../prescriptions/write-queries.ts';
import { Refusal } from '../refusal.ts';
import { checkOwnPassword } from '../session/own.ts';
import { deleteSessionsOf, removeSecondFactor } from '../session/queries.ts';
import { deleteQueuedOf } from '../sms/queries.ts';
import { deleteStockOf } from '../stock/queries.ts';
import { refuseSuperAdmin } from './accounts.ts';
import {
  deleteUserRow,
  eraseCards,
  eraseFromNotifications,
  eraseFromOrders,
  eraseFromPrescriptions,
  erasePerson,
  findOpenOf,
  hasHistory,
  isNeededByOrders,
} from './delete-queries.ts';
import { lockAccount } from './queries.ts';

/** Replaces the name of a removed user in orders and prescriptions. */
const REMOVED_NAME = 'Compte supprimé';

/**
 * A customer deletes her own account, with her password; all her sessions end (decision 74).
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES; 409 OPEN_ORDERS with what is open; 401 UNAUTHENTICATED when it is deleted already
 */
export async function deleteOwnAccount(ctx: Ctx, password: string): Promise<void> {
  const { id, passwordHash } = await checkOwnPassword(ctx, password);
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('UNAUTHENTICATED');
    // It was changed meanwhile, perhaps because somebody else knew it.
    if (account.passwordHash !== passwordHash) throw new Refusal('WRONG_PASSWORD');
    await removeLocked(ctx, tx, account);
  });
  logSecurity(ctx.log, { event: 'delete-own-account', user: id, type: ctx.actor.type });
}

/**
 * Removes a user: deletes the row when nothing refers to it, otherwise erases all personal data (rule 25). Their unused
 * prescriptions are soft-deleted, their open consultations closed.
 * @throws 403 FORBIDDEN for a super administrator; 404 NOT_FOUND; 409 OPEN_ORDERS, UNPAID_BENEFITS
 */
export async function deleteAccount(ctx: Removing, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    await removeLocked(ctx, tx, account);
  });
}

/**
 * Removes a super administrator, for the server's own command (rule 25).
 * @returns false when no super administrator has this id
 */
export async function deleteSuperAdmin(ctx: Removing, tx: Database, id: string): Promise<boolean> {
  const account = await lockAccount(tx, id);
  if (account?.type !== 'superAdmin') return false;
  await removeLocked(ctx, tx, account);
  return true;
}

type Removing = Pick<SystemCtx, 'db' | 'clock' | 'jobs'> & Recorder;

async function removeLocked(ctx: Removing, tx: Database, account: UserRow): Promise<void> {
  const { id, name } = account;
  await record(ctx, tx, { action: 'delete', ...aboutAccount(account) });
  const unused = await lockUnusedPrescriptionsOf(tx, id);
  const now = ctx.clock.now();
  if (unused.some((row) => isReserved(row, now)) || (await isNeededByOrders(tx, id, now))) {
    const open = await findOpenOf(tx, id, now);
    throw new Refusal('OPEN_ORDERS', { values: { what: nameOpen(open) }, ...(open.length > 0 && { open }) });
  }
  const { total, totalPaid } = await sumBalance(tx, id);
  if (total > totalPaid) throw new Refusal('UNPAID_BENEFITS');
  await deleteCardOf(ctx, tx, id);
  await deleteAddressesOf(tx, id);
  await deleteStockOf(tx, id);
  for (const row of unused) await withdraw(tx, row.id, now);
  await leaveChats(ctx.jobs, tx, { id, replacement: REMOVED_NAME }, now);
  const removed = { id, name, replacement: REMOVED_NAME };
  await eraseFromPrescriptions(tx, removed);
  await eraseFromNotifications(tx, removed);
  await deleteQueuedOf(tx, account);
  if (!(await hasHistory(tx, id))) return deleteUserRow(tx, id);
  await erasePerson(tx, id, REMOVED_NAME);
  await eraseCards(tx, id);
  await eraseFromOrders(tx, id);
  await removeSecondFactor(tx, id);
  await deleteSessionsOf(tx, id, null);
}

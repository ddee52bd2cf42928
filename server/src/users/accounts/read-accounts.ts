import type { accountFilters } from '@amasin/domain/users/account.ts';
import type { candidate, User } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { presentCandidate, presentUser } from '../../people/present.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { findAccount, findAccounts } from './queries.ts';

/** One page of everybody's accounts, filtered, by name. */
export async function listAccounts(
  ctx: Ctx,
  { type: written, ...search }: z.output<typeof accountFilters>,
): Promise<{ users: User[]; total: number }> {
  const type = written ? readUserType(written) : undefined;
  if (written && type === undefined) throw invalidField('type', 'Type inconnu');
  const { rows, total } = await findAccounts(ctx.db, { ...search, type });
  return { users: rows.map(presentUser), total };
}

/** @throws 404 also for a person who has been removed */
export async function loadAccount(ctx: Ctx, id: string): Promise<UserRow> {
  const account = await findAccount(ctx.db, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

/** The types that a supervisor works with. */
const colleagues: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * An account as the caller may see it: their own whole; of those who can be assigned, a supervisor sees how to reach them; a
 * super administrator sees everybody.
 * @throws 404 for any other account, existing or not
 */
export async function readAccount(ctx: Ctx, id: string): Promise<z.input<typeof candidate>> {
  const row = await loadAccount(ctx, id);
  if (ctx.actor.type === 'superAdmin' || row.id === ctx.actor._id) return presentUser(row);
  if (ctx.actor.type !== 'supervisor' || !colleagues.has(row.type)) throw new Refusal('NOT_FOUND');
  return { ...presentCandidate(row), address: row.address };
}

import type { accountFilters } from '@amasin/domain/users/account.ts';
import type { candidate, User } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { presentCandidate, presentUser } from '../../people/present.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { presentAccount } from './present-account.ts';
import { findAccount, findAccounts } from './queries.ts';

/** @throws 422 INVALID for an unknown type */
export async function listAccounts(
  ctx: Ctx,
  { type: typeFilter, ...search }: z.output<typeof accountFilters>,
): Promise<{ users: User[]; total: number }> {
  const type = typeFilter ? readUserType(typeFilter) : undefined;
  if (typeFilter && type === undefined) throw invalidField('type', 'Type inconnu');
  const { rows, total } = await findAccounts(ctx.db, { ...search, type });
  return { users: rows.map(presentAccount), total };
}

/** @throws 404 NOT_FOUND, including for a removed account */
export async function loadAccount(ctx: Ctx, id: string): Promise<UserRow> {
  const account = await findAccount(ctx.db, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

/** The types that a supervisor can read. */
const readableBySupervisor: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * An account, with the fields that the caller may see: all of them for the super administrator and for one's own account,
 * contact details for a supervisor.
 * @throws 404 NOT_FOUND for every account that the caller may not see
 */
export async function readAccount(ctx: Ctx, id: string): Promise<z.input<typeof candidate>> {
  const row = await loadAccount(ctx, id);
  if (ctx.actor.type === 'superAdmin') return presentAccount(row);
  if (row.id === ctx.actor._id) return presentUser(row);
  if (ctx.actor.type !== 'supervisor' || !readableBySupervisor.has(row.type)) throw new Refusal('NOT_FOUND');
  return { ...presentCandidate(row), address: row.address };
}

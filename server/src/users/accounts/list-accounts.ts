import type { accountFilters } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { readUserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import { presentUser } from '../../people/present.ts';
import { invalidField } from '../../refusal.ts';
import { findAccounts } from './queries.ts';

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

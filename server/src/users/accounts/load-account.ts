import type { Ctx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { Refusal } from '../../refusal.ts';
import { findAccount } from './queries.ts';

/** The account of this id, or 404: also where its person has been removed. */
export async function loadAccount(ctx: Ctx, id: string): Promise<UserRow> {
  const account = await findAccount(ctx.db, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

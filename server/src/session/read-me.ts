import type { User } from '@amasin/domain/users/user.ts';
import type { Ctx } from '../ctx.ts';
import { presentUser } from '../people/present.ts';
import { findUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';

/** The caller as they are now, deactivated or not. */
export async function readMe(ctx: Ctx): Promise<User> {
  const row = await findUser(ctx.db, ctx.actor._id);
  if (row === null) throw new Refusal('UNAUTHENTICATED');
  return presentUser(row);
}

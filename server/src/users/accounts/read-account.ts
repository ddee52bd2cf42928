import type { candidate } from '@amasin/domain/users/user.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import { presentCandidate, presentUser } from '../../people/present.ts';
import { Refusal } from '../../refusal.ts';
import { loadAccount } from './load-account.ts';

/** Whom a supervisor works with. */
const colleagues: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * An account as the caller may see it: their own whole; of those who can be assigned, a supervisor sees how to reach them; a
 * super administrator sees everybody.
 * @throws 404 for anybody else, as for nobody
 */
export async function readAccount(ctx: Ctx, id: string): Promise<z.input<typeof candidate>> {
  const row = await loadAccount(ctx, id);
  if (ctx.actor.type === 'superAdmin' || row.id === ctx.actor._id) return presentUser(row);
  if (ctx.actor.type !== 'supervisor' || !colleagues.has(row.type)) throw new Refusal('NOT_FOUND');
  return { ...presentCandidate(row), address: row.address };
}

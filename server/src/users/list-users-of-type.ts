import type { candidate } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { presentCandidate, presentUser } from '../people/present.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findAssignable, findUsersOfType } from './queries.ts';

/** Whom a supervisor assigns. */
const assignable: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * One page of the people of a type by name. A supervisor sees those who can be assigned, and only how to reach them; the super
 * administrator sees everybody.
 */
export async function listUsersOfType(
  ctx: Ctx,
  written: string,
  page: { page: number; limit: number },
): Promise<{ users: z.input<typeof candidate>[]; total: number }> {
  const type = readUserType(written);
  if (type === undefined) throw invalidField('type', 'Type inconnu');
  if (ctx.actor.type === 'superAdmin') {
    const { rows, total } = await findUsersOfType(ctx.db, type, page);
    return { users: rows.map(presentUser), total };
  }
  if (!assignable.has(type)) throw new Refusal('FORBIDDEN');
  const { rows, total } = await findAssignable(ctx.db, type, page);
  return { users: rows.map(presentCandidate), total };
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { candidate } from '@amasin/domain/users/user.ts';
import { readUserType, type UserType } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { presentCandidate, presentUser } from '../people/present.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findAccounts } from './accounts/queries.ts';

type Filters = HandlerInput<typeof userEndpoints.listUsersOfType>['query'];

/** Whom a supervisor assigns. */
const assignable: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * One page of the people of a type by name. A supervisor sees those who can be assigned, or on request everybody who could
 * have been, and only how to reach them; the super administrator sees everybody.
 * @throws 422 for an unknown type; 403 FORBIDDEN for one that a supervisor does not assign
 */
export async function listUsersOfType(
  ctx: Ctx,
  written: string,
  { active, ...search }: Filters,
): Promise<{ users: z.input<typeof candidate>[]; total: number }> {
  const type = readUserType(written);
  if (type === undefined) throw invalidField('type', 'Type inconnu');
  if (ctx.actor.type === 'superAdmin') {
    const { rows, total } = await findAccounts(ctx.db, { ...search, type });
    return { users: rows.map(presentUser), total };
  }
  if (!assignable.has(type)) throw new Refusal('FORBIDDEN');
  const isAny = active === 'any';
  const { rows, total } = await findAccounts(ctx.db, {
    ...search,
    ...{ type, assignable: !isAny, hidesEmail: true },
  });
  const users = rows.map((row) => ({ ...presentCandidate(row), ...(isAny && { active: row.active }) }));
  return { users, total };
}

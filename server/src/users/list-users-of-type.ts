import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { readUserType, type UserType } from '@amasin/domain/contract/user-type.ts';
import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { candidate } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { presentCandidate, presentUser } from '../people/present.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findAccounts } from './queries.ts';

type Filters = HandlerInput<typeof userEndpoints.listUsersOfType>['query'];

const assignable: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * One page of the users of a type by name. A supervisor gets the contact details of users who can be assigned, or with
 * `active=any` of all users of an assignable type; the super administrator gets everyone.
 * @throws 422 INVALID for an unknown type; 403 FORBIDDEN for a type that a supervisor cannot assign
 */
export async function listUsersOfType(
  ctx: Ctx,
  typeParam: string,
  { active, ...search }: Filters,
): Promise<{ users: z.input<typeof candidate>[]; total: number }> {
  const type = readUserType(typeParam);
  if (type === undefined) throw invalidField('type', 'Type inconnu');
  if (ctx.actor.type === 'superAdmin') {
    const { rows, total } = await findAccounts(ctx.db, { ...search, type });
    return { users: rows.map(presentUser), total };
  }
  if (!assignable.has(type)) throw new Refusal('FORBIDDEN');
  const isAny = active === 'any';
  const { rows, total } = await findAccounts(ctx.db, {
    ...search,
    type,
    assignable: !isAny,
    hidesEmail: true,
  });
  const users = rows.map((row) => ({ ...presentCandidate(row), ...(isAny && { active: row.active }) }));
  return { users, total };
}

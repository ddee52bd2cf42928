import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { allowedWhenDisabled } from '@amasin/domain/session/endpoints.ts';
import type { Actor, SystemCtx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { Refusal } from '../refusal.ts';
import { findSession } from './queries.ts';
import { tokenHash } from './tokens.ts';

/**
 * The caller of an endpoint, checked before the body is read.
 * @throws 401 UNAUTHENTICATED without a valid token; 403 ACCOUNT_DISABLED; 403 FORBIDDEN for a type that may not call it
 */
export async function authenticate(ctx: SystemCtx, endpoint: Endpoint, token: string | null): Promise<Actor> {
  const user = token === null ? null : await findUser(ctx, endpoint, tokenHash(token));
  if (user === null) throw new Refusal('UNAUTHENTICATED');
  if (!user.active && !allowedWhenDisabled.has(`${endpoint.method} ${endpoint.path}`)) {
    throw new Refusal('ACCOUNT_DISABLED');
  }
  if (endpoint.allow !== 'public' && !endpoint.allow.includes(user.type)) throw new Refusal('FORBIDDEN');
  return { _id: user.id, type: user.type, name: user.name, phone: user.phone };
}

async function findUser(ctx: SystemCtx, { method }: Endpoint, hash: string): Promise<UserRow | null> {
  const now = ctx.clock.now();
  const load = () => findSession(ctx.db, hash, now);
  // A revocation in another process is announced within milliseconds; until then it may read, but not write.
  const session = method === 'GET' ? await ctx.sessions.find(hash, now, load) : await load();
  return session?.user ?? null;
}

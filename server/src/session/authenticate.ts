import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { allowedBeforeEnrolment, allowedWhenDisabled } from '@amasin/domain/session/endpoints.ts';
import { logSecurity } from '../audit/recording/log-security.ts';
import type { Actor, SystemCtx } from '../ctx.ts';
import type { ReadSession, SessionUser } from '../ports/sessions.ts';
import { Refusal } from '../refusal.ts';
import { isActivityDue, noteActivity, refusalOfEnded } from './activity/note-activity.ts';
import { findSession } from './queries.ts';
import { mustEnrol } from './second-factor/must-enrol.ts';
import { tokenHash } from './tokens.ts';

/**
 * The caller of an endpoint, checked before the body is read.
 * @param attended whether a person made the call, not a page that refreshes itself; it keeps their session open
 * @throws 401 UNAUTHENTICATED without a valid token, SESSION_IDLE; 403 ACCOUNT_DISABLED, SECOND_FACTOR_REQUIRED; 403 FORBIDDEN for a type that may not call it
 */
export async function authenticate(
  ctx: SystemCtx,
  endpoint: Endpoint,
  token: string | null,
  attended: boolean,
): Promise<Actor> {
  if (token === null) throw new Refusal('UNAUTHENTICATED');
  const hash = tokenHash(token);
  const user = await findUser(ctx, endpoint, hash, attended);
  if (user === null) throw await refusalOfEnded(ctx, hash);
  const route = `${endpoint.method} ${endpoint.path}`;
  const refuse = (code: 'ACCOUNT_DISABLED' | 'SECOND_FACTOR_REQUIRED' | 'FORBIDDEN'): never => {
    logSecurity(ctx.log, { event: 'refused', user: user.id, type: user.type, code, route });
    throw new Refusal(code);
  };
  if (!user.active && !allowedWhenDisabled.has(route)) refuse('ACCOUNT_DISABLED');
  if (mustEnrol(ctx, user) && !allowedBeforeEnrolment.has(route)) refuse('SECOND_FACTOR_REQUIRED');
  if (endpoint.allow !== 'public' && !endpoint.allow.includes(user.type)) refuse('FORBIDDEN');
  return { _id: user.id, type: user.type, name: user.name, phone: user.phone, session: hash };
}

async function findUser(
  ctx: SystemCtx,
  { method }: Endpoint,
  hash: string,
  attended: boolean,
): Promise<SessionUser | null> {
  const now = ctx.clock.now();
  const load = async () => {
    const session = await findSession(ctx.db, hash, now);
    return session === null || !attended ? session : noteActivity(ctx, hash, session);
  };
  const suffices = (session: ReadSession) => !attended || !isActivityDue(ctx, session);
  // A revocation in another process is announced within milliseconds; until then it may read, but not write.
  const session = method === 'GET' ? await ctx.sessions.find(hash, now, { suffices, load }) : await load();
  return session?.user ?? null;
}

import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { isAtDesk, type UserType } from '@amasin/domain/contract/user-type.ts';
import { allowedBeforeEnrolment, allowedWhenDisabled } from '@amasin/domain/session/endpoints.ts';
import { logSecurity } from '../audit/log-security.ts';
import type { Actor, SystemCtx } from '../ctx.ts';
import type { Settings } from '../env.ts';
import type { ReadSession, Sessions, SessionUser } from '../ports/sessions.ts';
import { Refusal } from '../refusal.ts';
import { findEndedSession, findSession, touchSession } from './queries.ts';
import { mustEnrol } from './second-factor.ts';
import { tokenHash } from './tokens.ts';

/**
 * Returns the caller of an endpoint, who is checked before the body is read.
 * @param attended whether a person made the call, not a page that refreshes itself; it keeps their session open. Each call counts as
 * a use: « Appareils connectés » shows when a session was last used, also by whoever stole it
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
    return session === null ? null : noteUse(ctx, hash, session, attended);
  };
  const suffices = (session: ReadSession) => !isUseDue(ctx, session, attended);
  // A revocation in another process is announced within milliseconds; until then the session may read, but not write.
  const session = method === 'GET' ? await ctx.sessions.find(hash, now, { suffices, load }) : await load();
  return session?.user ?? null;
}

/** A session is remembered for this long at most, ms: it would still count for that time if an announcement were lost. */
const REMEMBER_MS = 5_000;
/** These take some 10 MB. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers sessions for a few seconds, so that most requests read none. A revocation in this process forgets them before
 * its response; one in another process does when PostgreSQL announces it, a few milliseconds later.
 */
export function rememberSessions(): Sessions {
  const remembered = new Map<string, ReadSession & { readonly readAt: number }>();
  let isListening = false;
  // Counts what was forgotten: a session that was read before is not remembered after.
  let changes = 0;

  const forget = (users?: readonly string[]) => {
    changes += 1;
    if (users === undefined) remembered.clear();
    for (const [hash, { user }] of remembered) if (users?.includes(user.id)) remembered.delete(hash);
  };

  return {
    forget,
    setListening: (listening) => {
      isListening = listening;
      forget();
    },
    find: async (hash, now, { suffices, load }) => {
      const known = remembered.get(hash);
      const age = known === undefined ? 0 : now.getTime() - known.readAt;
      const isFresh = known !== undefined && age < REMEMBER_MS && known.expiresAt > now;
      if (isFresh && suffices(known)) return known;
      const before = changes;
      const session = await load();
      if (session === null || !isListening || changes !== before) return session;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(hash, { ...session, readAt: now.getTime() });
      return session;
    },
  };
}

/** The use of a session is stored no more often than this, ms. Minutes matter only where idleness ends the session. */
const PRECISION_MS = 60_000;
const PRECISION_WITHOUT_END_MS = 600_000;

type UseCtx = Pick<SystemCtx, 'clock' | 'settings'>;

/** The end of a session after this use of it: only a person's use moves it, and only where idleness ends the session. */
function endAfterUse({ clock, settings }: UseCtx, session: ReadSession, attended: boolean): Date {
  const { user, createdAt, expiresAt } = session;
  const moves = attended && durationOf(user.type, settings).idleMs !== null;
  return moves ? endOf(user.type, settings, createdAt, clock.now()) : expiresAt;
}

/** Whether the use of a session, or its end, was noted so long ago that it has to be noted again. */
function isUseDue(ctx: UseCtx, session: ReadSession, attended: boolean): boolean {
  const { user, createdAt, expiresAt, lastSeenAt } = session;
  const endsWhenIdle = durationOf(user.type, ctx.settings).idleMs !== null;
  const unseenMs = ctx.clock.now().getTime() - (lastSeenAt ?? createdAt).getTime();
  const movesMs = endAfterUse(ctx, session, attended).getTime() - expiresAt.getTime();
  return unseenMs >= (endsWhenIdle ? PRECISION_MS : PRECISION_WITHOUT_END_MS) || movesMs >= PRECISION_MS;
}

/**
 * Notes that a session is used.
 * @returns the session with its present end, or null when that has passed
 */
async function noteUse(
  ctx: SystemCtx,
  hash: string,
  session: ReadSession,
  attended: boolean,
): Promise<ReadSession | null> {
  if (!isUseDue(ctx, session, attended)) return session;
  const lastSeenAt = ctx.clock.now();
  const expiresAt = endAfterUse(ctx, session, attended);
  try {
    await touchSession(ctx.db, hash, { lastSeenAt, expiresAt });
  } catch (error) {
    // Reading goes on where the database accepts no writes; then the session ends early. It is tried again when the session is
    // next read.
    ctx.log.warn({ err: error }, 'the use of a session could not be noted');
  }
  return expiresAt > lastSeenAt ? { ...session, expiresAt, lastSeenAt } : null;
}

/** The refusal of a token without a session: it says so when idleness ended it. */
async function refusalOfEnded(ctx: SystemCtx, hash: string): Promise<Refusal> {
  const ended = await findEndedSession(ctx.db, hash);
  if (ended === null) return new Refusal('UNAUTHENTICATED');
  const { longestMs, idleMs } = durationOf(ended.type, ctx.settings);
  const since = ended.createdAt.getTime();
  const hasIdleEnd =
    idleMs !== null &&
    ended.expiresAt.getTime() >= since + idleMs &&
    ended.expiresAt.getTime() < since + longestMs;
  const isIdle = hasIdleEnd && ctx.clock.now().getTime() < since + longestMs;
  return isIdle
    ? new Refusal('SESSION_IDLE', { values: { minutes: ctx.settings.deskIdleMinutes } })
    : new Refusal('UNAUTHENTICATED');
}

interface Duration {
  readonly longestMs: number;
  /** A session without activity ends after this time; null where an idle one goes on. */
  readonly idleMs: number | null;
}

function durationOf(type: UserType, settings: Settings): Duration {
  if (isAtDesk(type)) {
    return {
      longestMs: settings.deskSessionHours * HOUR_MS,
      idleMs: settings.deskIdleMinutes * MINUTE_MS,
    };
  }
  const days = type === 'customer' ? settings.customerSessionDays : settings.partnerSessionDays;
  return { longestMs: days * DAY_MS, idleMs: null };
}

/** Returns when a session opened at `createdAt` ends if nothing more happens after `seenAt`. */
export function endOf(type: UserType, settings: Settings, createdAt: Date, seenAt: Date): Date {
  const { longestMs, idleMs } = durationOf(type, settings);
  const end = createdAt.getTime() + longestMs;
  return new Date(idleMs === null ? end : Math.min(end, seenAt.getTime() + idleMs));
}

import type { SystemCtx } from '../../ctx.ts';
import type { ReadSession } from '../../ports/sessions.ts';
import { Refusal } from '../../refusal.ts';
import { findEndedSession, touchSession } from '../queries.ts';
import { durationOf, endOf } from './durations.ts';

/** How precisely activity is stored, ms: each session writes no more often. Only where idleness ends it do minutes matter. */
const PRECISION_MS = 60_000;
const PRECISION_WITHOUT_END_MS = 600_000;

/** Whether the activity of a session was noted so long ago that it has to be noted again. */
export function isActivityDue(
  { clock, settings }: Pick<SystemCtx, 'clock' | 'settings'>,
  { user, createdAt, lastSeenAt }: ReadSession,
): boolean {
  const endsWhenIdle = durationOf(user.type, settings).idleMs !== null;
  const precisionMs = endsWhenIdle ? PRECISION_MS : PRECISION_WITHOUT_END_MS;
  return clock.now().getTime() - (lastSeenAt ?? createdAt).getTime() >= precisionMs;
}

/**
 * Notes that the person of a session is there, which moves the end of a session that idleness would end.
 * @returns the session with its present end, or null when that has passed
 */
export async function noteActivity(
  ctx: SystemCtx,
  hash: string,
  session: ReadSession,
): Promise<ReadSession | null> {
  if (!isActivityDue(ctx, session)) return session;
  const now = ctx.clock.now();
  const { user, createdAt } = session;
  const { idleMs } = durationOf(user.type, ctx.settings);
  const expiresAt = idleMs === null ? session.expiresAt : endOf(user.type, ctx.settings, createdAt, now);
  try {
    await touchSession(ctx.db, hash, { lastSeenAt: now, expiresAt });
  } catch (error) {
    // Reading goes on where the database accepts no writes; then the session ends early. Tried again when it is read again.
    ctx.log.warn({ err: error }, 'the activity of a session could not be noted');
    return { ...session, lastSeenAt: now };
  }
  return expiresAt > now ? { ...session, expiresAt, lastSeenAt: now } : null;
}

/** The refusal of a token without a session: it says so when idleness ended it. */
export async function refusalOfEnded(ctx: SystemCtx, hash: string): Promise<Refusal> {
  const ended = await findEndedSession(ctx.db, hash);
  if (ended === null) return new Refusal('UNAUTHENTICATED');
  const now = ctx.clock.now().getTime();
  const { wholeMs, idleMs } = durationOf(ended.type, ctx.settings);
  const idleFor = now - (ended.lastSeenAt ?? ended.createdAt).getTime();
  const isIdle = idleMs !== null && idleFor >= idleMs && now < ended.createdAt.getTime() + wholeMs;
  return isIdle
    ? new Refusal('SESSION_IDLE', { values: { minutes: ctx.settings.deskIdleMinutes } })
    : new Refusal('UNAUTHENTICATED');
}

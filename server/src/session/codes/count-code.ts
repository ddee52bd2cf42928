import { LONGEST_WINDOW_MS, MAX_CODES, waitForCode } from '@amasin/domain/session/code-limits.ts';
import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../refusal.ts';
import { subjectOf } from '../rate-limits/count-attempt.ts';
import { insertAttempt, lockCount } from '../rate-limits/queries.ts';
import { findAttemptTimes } from './queries.ts';

const KIND = 'code';
const HOUR_MS = 3600_000;

const rowOf = (ctx: PublicCtx, phone: string) => ({
  kind: KIND,
  subject: subjectOf(KIND, phone),
  address: normalizeIP(ctx.address),
  at: ctx.clock.now(),
});

/**
 * Counts a code before it is sent (RULES 26), by phone number and by network address, whether or not an account has the
 * number. Concurrent requests wait for a lock.
 * @returns seconds until the number can request the next code
 * @throws 429 TOO_MANY_TRIES with the seconds to wait, when a limit is reached
 */
export async function countCode(ctx: PublicCtx, tx: Database, phone: string): Promise<number> {
  const row = rowOf(ctx, phone);
  // Always the number first, then the address, to avoid deadlocks.
  await lockCount(tx, `${KIND} ${row.subject}`);
  await lockCount(tx, `${KIND} ${row.address}`);
  await refuseWhileWaiting(ctx, tx, phone);
  await insertAttempt(tx, row);
  return toSeconds(await waitOfNumber(tx, row));
}

/**
 * The same check without a lock, so that repeated requests are refused cheaply.
 * @throws 429 TOO_MANY_TRIES with the seconds to wait
 */
export async function refuseWhileWaiting(ctx: PublicCtx, db: Database, phone: string): Promise<void> {
  const row = rowOf(ctx, phone);
  const max = ctx.settings.codesPerHour;
  const hour = { since: new Date(row.at.getTime() - HOUR_MS), now: row.at };
  const oldest = (await findAttemptTimes(db, { kind: KIND, address: row.address }, hour, max))[max - 1];
  const waitOfAddress = oldest === undefined ? 0 : oldest.getTime() + HOUR_MS - row.at.getTime();
  const wait = Math.max(waitOfAddress, await waitOfNumber(db, row));
  if (wait > 0) throw new Refusal('TOO_MANY_TRIES', { retryAfter: Math.max(1, toSeconds(wait)) });
}

async function waitOfNumber(db: Database, { subject, at }: ReturnType<typeof rowOf>): Promise<number> {
  const window = { since: new Date(at.getTime() - LONGEST_WINDOW_MS), now: at };
  return waitForCode(await findAttemptTimes(db, { kind: KIND, subject }, window, MAX_CODES), at);
}

const toSeconds = (ms: number) => Math.ceil(ms / 1000);

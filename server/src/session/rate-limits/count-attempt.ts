import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { tooManyTries } from '../../refusal.ts';
import { countFromAddress, findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Rule 22: failed attempts per account within the window, before each one needs a proof of work. */
export const PER_ACCOUNT = 10;
/** Attempts for one identifier from one network address: above legitimate use, since five codes have 25 attempts. */
export const PER_PAIR = 40;
export const LOGIN_WINDOW_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const windowsMs = { register: HOUR_MS, verify: HOUR_MS, reset: HOUR_MS };

export type AttemptKind = keyof typeof windowsMs;

/** The stored form of an identifier: a hash, so that the table contains no personal data. */
export function subjectOf(kind: string, identifier: string): string {
  return createHash('sha256').update(`${kind}:${identifier}`).digest('hex');
}

/**
 * Counts an attempt before it runs. Concurrent callers wait for a lock, so that they cannot exceed the limit. Unknown
 * accounts are counted the same way. Tries to sign in: count-login.ts.
 * @throws 429 TOO_MANY_TRIES with the seconds to wait
 */
export async function countAttempt(ctx: PublicCtx, kind: AttemptKind, identifier: string): Promise<void> {
  const now = ctx.clock.now();
  // An IPv6 address is counted by its /64 network: one subscriber has all its addresses.
  const row = { kind, subject: subjectOf(kind, identifier), address: normalizeIP(ctx.address), at: now };
  const since = new Date(now.getTime() - windowsMs[kind]);
  const refusalSince = (first: Date) => tooManyTries(first.getTime() + windowsMs[kind] - now.getTime());
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const fortieth = await findNthLatestAttempt(ctx.db, row, since, PER_PAIR, row.address);
  if (fortieth !== null) throw refusalSince(fortieth);
  await transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `${kind} ${row.address}`);
    const { others, first } = await countFromAddress(tx, row, since);
    // Mobile carriers share one address among thousands of users, so this counts distinct accounts, not attempts.
    if (others >= ctx.settings.addressLimit) throw refusalSince(first ?? now);
    await insertAttempt(tx, row);
  });
}

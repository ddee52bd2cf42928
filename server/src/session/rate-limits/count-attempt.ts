import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { tooManyTries } from '../../refusal.ts';
import { demandProof, proofDemanded } from './demand-proof.ts';
import { countFromAddress, findNthLatestAttempt, insertAttempt } from './queries.ts';
import { workOfAddress } from './work-of-address.ts';

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
 * @returns what names the attempt, to remove it again
 * @throws 429 TOO_MANY_TRIES with the seconds to wait
 */
export async function countAttempt(ctx: PublicCtx, kind: AttemptKind, identifier: string): Promise<string> {
  const { row, since, refusalSince } = await admitPair(ctx, kind, identifier);
  return transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `${kind} ${row.address}`);
    const { others, first } = await countFromAddress(tx, row, since);
    // Mobile carriers share one address among thousands of users, so this counts distinct accounts, not attempts.
    if (others >= ctx.settings.addressLimit) throw refusalSince(first ?? row.at);
    return insertAttempt(tx, row);
  });
}

/**
 * The same for a registration: of many from one address each needs a proof of work, because a mobile carrier shares it among
 * thousands of people.
 * @param captcha a solved challenge
 * @throws 429 TOO_MANY_TRIES with a challenge to solve, or without when the address is far above its limit; 422 CAPTCHA_FAILED
 */
export async function countRegistration(
  ctx: PublicCtx,
  phone: string,
  captcha: string | undefined,
): Promise<string> {
  const { row, since } = await admitPair(ctx, 'register', phone);
  const demandOf = async (db: Database) => {
    const { level, waitMs } = workOfAddress(ctx, await countFromAddress(db, row, since), row.at, HOUR_MS);
    return level === null ? null : { subject: row.subject, level, waitMs };
  };
  // Before the lock, which no one keeps while solving.
  const demanded = await demandOf(ctx.db);
  if (demanded !== null) await demandProof(ctx, captcha, demanded);
  return transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `register ${row.address}`);
    const now = await demandOf(tx);
    // Others have registered meanwhile.
    if (now !== null && now.level > (demanded?.level ?? -1)) throw await proofDemanded(ctx, now);
    return insertAttempt(tx, row);
  });
}

async function admitPair(ctx: PublicCtx, kind: AttemptKind, identifier: string) {
  const now = ctx.clock.now();
  // An IPv6 address is counted by its /64 network: one subscriber has all its addresses.
  const row = { kind, subject: subjectOf(kind, identifier), address: normalizeIP(ctx.address), at: now };
  const since = new Date(now.getTime() - windowsMs[kind]);
  const refusalSince = (first: Date) => tooManyTries(first.getTime() + windowsMs[kind] - now.getTime());
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const fortieth = await findNthLatestAttempt(ctx.db, row, since, PER_PAIR, row.address);
  if (fortieth !== null) throw refusalSince(fortieth);
  return { row, since, refusalSince };
}

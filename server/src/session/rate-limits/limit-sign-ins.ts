import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { type Refusal, tooManyTries } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Calls that may wait for a password hash: a second of hashing. */
const MAX_WAITING = 40;
const KIND = 'signed-in';
const MINUTE_MS = 60_000;

let waiting = 0;

/**
 * Runs a call that hashes a password, before it is counted as an attempt.
 * @throws 429 TOO_MANY_TRIES when too many calls of all people are waiting in this process
 */
export async function admitHashing<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw tooManyTries(1_000);
  waiting += 1;
  try {
    return await work();
  } finally {
    waiting -= 1;
  }
}

const rowOf = (ctx: PublicCtx, identifier: string) => ({
  kind: KIND,
  subject: subjectOf(KIND, identifier),
  address: '',
  at: ctx.clock.now(),
});

/**
 * The refusal after too many sign-ins of one account within a minute, else null. Only successful sign-ins count: someone
 * without the password cannot block the account.
 */
export async function tooManySignIns(
  ctx: PublicCtx,
  db: Database,
  identifier: string,
): Promise<Refusal | null> {
  const row = rowOf(ctx, identifier);
  const since = new Date(row.at.getTime() - MINUTE_MS);
  const first = await findNthLatestAttempt(db, row, since, ctx.settings.signInsPerMinute);
  return first === null ? null : tooManyTries(first.getTime() + MINUTE_MS - row.at.getTime());
}

export async function countSignIn(ctx: PublicCtx, tx: Database, identifier: string): Promise<void> {
  await insertAttempt(tx, rowOf(ctx, identifier));
}

import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { type Refusal, tooManyTries } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

const KIND = 'signed-in';
const MINUTE_MS = 60_000;

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

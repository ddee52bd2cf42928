import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { tooManyTries } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Rule 18: complete numbers not found within an hour, after which searches are refused. */
const MISSES = 10;
const HOUR_MS = 3600_000;
const KIND = 'prescription';

/**
 * Runs a search whose key could be guessed. Every miss counts for the account, whatever the endpoint; concurrent searches
 * wait for a lock, so that they cannot exceed the limit.
 * @returns null for a miss
 * @throws 429 TOO_MANY_TRIES after ten misses in an hour, with the seconds to wait
 */
export async function guardGuesses<T>(
  ctx: Ctx,
  search: (tx: Database) => Promise<T | null>,
): Promise<T | null> {
  const now = ctx.clock.now();
  const row = { kind: KIND, subject: subjectOf(KIND, ctx.actor._id), address: '', at: now };
  // Before the lock, so that repeated guesses are refused cheaply.
  await refuseAfterMisses(ctx.db, row);
  return transact(ctx.db, async (tx) => {
    await lockByName(tx, `${KIND} ${row.subject}`);
    await refuseAfterMisses(tx, row);
    const found = await search(tx);
    if (found === null) await insertAttempt(tx, row);
    return found;
  });
}

async function refuseAfterMisses(
  db: Database,
  row: { kind: string; subject: string; at: Date },
): Promise<void> {
  const first = await findNthLatestAttempt(db, row, new Date(row.at.getTime() - HOUR_MS), MISSES);
  if (first !== null) throw tooManyTries(first.getTime() + HOUR_MS - row.at.getTime());
}

import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { tooManyTries } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Allows for typing errors; more would send SMS to strangers and reveal which numbers have an account. */
const PER_DAY = 3;
const DAY_MS = 24 * 3600_000;
const KIND = 'phone';

/**
 * Counts a phone change, successful or not. The caller has locked the user's row, so that concurrent calls wait.
 * @throws 429 TOO_MANY_TRIES after three in a day, with the seconds to wait
 */
export async function countPhoneChange(ctx: Ctx, tx: Database): Promise<void> {
  const at = ctx.clock.now();
  const row = { kind: KIND, subject: subjectOf(KIND, ctx.actor._id), address: '', at };
  const third = await findNthLatestAttempt(tx, row, new Date(at.getTime() - DAY_MS), PER_DAY);
  if (third !== null) throw tooManyTries(third.getTime() + DAY_MS - at.getTime());
  await insertAttempt(tx, row);
}

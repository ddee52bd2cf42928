import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { tooManyTries } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Changes a day. They allow for typing errors; more would reveal which numbers and addresses have an account, and send SMS to strangers. */
const perDay = { phone: 3, email: 5 };
const DAY_MS = 24 * 3600_000;

/**
 * Counts a change of phone or e-mail, successful or not. The caller has locked the user's row, so that concurrent calls wait.
 * @throws 429 TOO_MANY_TRIES after a few in a day, with the seconds to wait
 */
export async function countContactChange(ctx: Ctx, tx: Database, kind: keyof typeof perDay): Promise<void> {
  const at = ctx.clock.now();
  const row = { kind, subject: subjectOf(kind, ctx.actor._id), address: '', at };
  const first = await findNthLatestAttempt(tx, row, new Date(at.getTime() - DAY_MS), perDay[kind]);
  if (first !== null) throw tooManyTries(first.getTime() + DAY_MS - at.getTime());
  await insertAttempt(tx, row);
}

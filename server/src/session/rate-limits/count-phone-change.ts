import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../refusal.ts';
import { subjectOf } from './count-attempt.ts';
import { findNthLatestAttempt, insertAttempt } from './queries.ts';

/** Enough for whoever mistypes; more would text strangers, and tell who of them has an account (RELIABILITY F19). */
const A_DAY = 3;
const DAY_MS = 24 * 3600_000;
const KIND = 'phone';

/**
 * Counts that a person asks for another telephone, whether they get it or not. Their row is held: calls at once take turns.
 * @throws 429 after three in a day, with the seconds to wait
 */
export async function countPhoneChange(ctx: Ctx, tx: Database): Promise<void> {
  const at = ctx.clock.now();
  const row = { kind: KIND, subject: subjectOf(KIND, ctx.actor._id), address: '', at };
  const third = await findNthLatestAttempt(tx, row, new Date(at.getTime() - DAY_MS), A_DAY);
  if (third !== null) {
    const retryAfter = Math.max(1, (third.getTime() + DAY_MS - at.getTime()) / 1000);
    throw new Refusal('TOO_MANY_TRIES', { retryAfter });
  }
  await insertAttempt(tx, row);
}

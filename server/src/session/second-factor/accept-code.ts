import { logSecurity } from '../../audit/recording/log-security.ts';
import { recordOwn } from '../../audit/recording/record-own.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal, tooManyTries } from '../../refusal.ts';
import { subjectOf } from '../rate-limits/count-attempt.ts';
import { placeOfDevice } from '../rate-limits/known-device.ts';
import { noteLockout } from '../rate-limits/note-lockout.ts';
import {
  deleteAttemptsOf,
  findNthLatestAttempt,
  insertAttempt,
  KNOWN_DEVICES,
} from '../rate-limits/queries.ts';
import { findSecondFactor, spendRecoveryCode, spendStep } from './queries.ts';
import { recoveryHash, stepOf, unsealSecret } from './secrets.ts';

const KIND = 'second-factor';
/** Wrong codes of an account in an hour: far from guessing one of a million. */
const GUESSES = 10;
/** Of all its known devices together. */
const DEVICE_GUESSES = 20;
const HOUR_MS = 3600_000;

/**
 * Accepts a code of the user's application or a recovery code, once.
 * @param known the id of a known device
 * @throws 422 CODE_REQUIRED without one, WRONG_SECOND_CODE; 429 TOO_MANY_TRIES
 */
export async function acceptSecondFactor(
  ctx: SystemCtx,
  user: UserRow,
  { code, known }: { code: string | undefined; known: string | null },
): Promise<void> {
  if (!code) throw new Refusal('CODE_REQUIRED');
  const subject = subjectOf(KIND, user.id);
  await noteLockout(
    ctx,
    subject,
    () => Promise.resolve(user),
    () => countGuess(ctx, subject, known),
  );
  if (!(await spendCode(ctx, user, code))) {
    logSecurity(ctx.log, { event: 'wrong-second-code', user: user.id, type: user.type });
    throw new Refusal('WRONG_SECOND_CODE');
  }
  await deleteAttemptsOf(ctx.db, { kind: KIND, subject });
}

/**
 * Before the code is compared, so that concurrent guesses cannot exceed the limit. A known device has its own count: a thief of
 * the password does not use up its owner's.
 */
async function countGuess(ctx: SystemCtx, subject: string, known: string | null): Promise<void> {
  const at = ctx.clock.now();
  const address = known === null ? '' : placeOfDevice(known);
  const row = { kind: KIND, subject, address, at };
  await transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `${KIND} ${subject}`);
    const since = new Date(at.getTime() - HOUR_MS);
    const first =
      (await findNthLatestAttempt(tx, row, since, GUESSES, address)) ??
      (known === null ? null : await findNthLatestAttempt(tx, row, since, DEVICE_GUESSES, KNOWN_DEVICES));
    if (first !== null) throw tooManyTries(first.getTime() + HOUR_MS - at.getTime());
    await insertAttempt(tx, row);
  });
}

async function spendCode(ctx: SystemCtx, user: UserRow, code: string): Promise<boolean> {
  const step = await stepOfCode(ctx, user.id, code);
  if (step !== null) return spendStep(ctx.db, user.id, step);
  return transact(ctx.db, async (tx) => {
    if (!(await spendRecoveryCode(tx, user.id, recoveryHash(ctx.linkSecret, user.id, code)))) return false;
    await recordOwn(ctx, tx, user, 'use-recovery-code');
    return true;
  });
}

async function stepOfCode(ctx: SystemCtx, userId: string, code: string): Promise<number | null> {
  const sealed = (await findSecondFactor(ctx.db, userId))?.secret ?? null;
  if (sealed === null) return null;
  try {
    return await stepOf(unsealSecret(sealed, ctx.linkSecret), code, ctx.clock.now());
  } catch (error) {
    // LINK_SECRET was changed: a super administrator, or the command, removes the second factor.
    ctx.log.error({ err: error }, 'the secret of a second factor could not be read');
    return null;
  }
}

import { logSecurity } from '../../audit/recording/log-security.ts';
import type { Ctx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { findUser } from '../../people/queries.ts';
import { Refusal, tooManyTries } from '../../refusal.ts';
import { verifyPassword } from '../passwords.ts';
import { admitHashing, personOf } from '../rate-limits/admit-hashing.ts';
import { LOGIN_WINDOW_MS, PER_ACCOUNT, subjectOf } from '../rate-limits/count-attempt.ts';
import { noteLockout } from '../rate-limits/note-lockout.ts';
import {
  deleteAttempt,
  deleteAttemptsOf,
  findNthLatestAttempt,
  insertAttempt,
} from '../rate-limits/queries.ts';

const KIND = 'login';

/** What the user signs in with; wrong passwords are counted by it, at sign-in and here together. */
function identifierOf({ type, phone, email }: UserRow): string {
  return (type === 'customer' ? phone : email) ?? '';
}

/**
 * The caller as stored, if this is their password. A stolen session allows ten guesses, which also count with the wrong
 * sign-ins of the account.
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
export async function checkOwnPassword(
  ctx: Ctx,
  password: string,
): Promise<UserRow & { passwordHash: string }> {
  const user = await findUser(ctx.db, ctx.actor._id);
  if (user === null) throw new Refusal('UNAUTHENTICATED');
  const subject = subjectOf(KIND, identifierOf(user));
  const attempt = await noteLockout(
    ctx,
    subject,
    () => Promise.resolve(user),
    () => countGuess(ctx, subject),
  );
  const { passwordHash } = user;
  const isMatch = await admitHashing(
    personOf(ctx.actor),
    () => verifyPassword(passwordHash, password),
    () => deleteAttempt(ctx.db, attempt),
  );
  if (!isMatch || passwordHash === null) {
    logSecurity(ctx.log, { event: 'wrong-password', user: user.id, type: user.type });
    throw new Refusal('WRONG_PASSWORD');
  }
  await deleteAttemptsOf(ctx.db, { kind: KIND, subject });
  return { ...user, passwordHash };
}

/** Before the password is verified, so that concurrent guesses cannot exceed the limit. */
async function countGuess(ctx: Ctx, subject: string): Promise<string> {
  const at = ctx.clock.now();
  // Apart from the sign-in page, whose wrong tries may be those of strangers; it counts these too.
  const row = { kind: KIND, subject, address: '', at };
  return transact(ctx.db, async (tx) => {
    await lockByName(tx, `${KIND} ${subject}`);
    const since = new Date(at.getTime() - LOGIN_WINDOW_MS);
    const first = await findNthLatestAttempt(tx, row, since, PER_ACCOUNT, row.address);
    if (first !== null) throw tooManyTries(first.getTime() + LOGIN_WINDOW_MS - at.getTime());
    return insertAttempt(tx, row);
  });
}

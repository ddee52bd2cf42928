import { logSecurity } from '../../audit/recording/log-security.ts';
import type { Ctx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { findUser } from '../../people/queries.ts';
import { Refusal, tooManyTries } from '../../refusal.ts';
import { verifyPassword } from '../passwords.ts';
import { LOGIN_WINDOW_MS, PER_ACCOUNT, subjectOf } from '../rate-limits/count-attempt.ts';
import { admitHashing } from '../rate-limits/limit-sign-ins.ts';
import { noteLockout } from '../rate-limits/note-lockout.ts';
import { deleteAttemptsOf, findNthLatestAttempt, insertAttempt } from '../rate-limits/queries.ts';

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
export function checkOwnPassword(ctx: Ctx, password: string): Promise<UserRow & { passwordHash: string }> {
  return admitHashing(async () => {
    const user = await findUser(ctx.db, ctx.actor._id);
    if (user === null) throw new Refusal('UNAUTHENTICATED');
    const subject = subjectOf(KIND, identifierOf(user));
    await noteLockout(
      ctx,
      subject,
      () => Promise.resolve(user),
      () => countGuess(ctx, subject),
    );
    const { passwordHash } = user;
    if (!(await verifyPassword(passwordHash, password)) || passwordHash === null) {
      logSecurity(ctx.log, { event: 'wrong-password', user: user.id, type: user.type });
      throw new Refusal('WRONG_PASSWORD');
    }
    await deleteAttemptsOf(ctx.db, { kind: KIND, subject });
    return { ...user, passwordHash };
  });
}

/** Before the password is verified, so that concurrent guesses cannot exceed the limit. */
async function countGuess(ctx: Ctx, subject: string): Promise<void> {
  const at = ctx.clock.now();
  // Apart from the sign-in page, whose wrong tries may be those of strangers; it counts these too.
  const row = { kind: KIND, subject, address: '', at };
  await transact(ctx.db, async (tx) => {
    await lockByName(tx, `${KIND} ${subject}`);
    const since = new Date(at.getTime() - LOGIN_WINDOW_MS);
    const first = await findNthLatestAttempt(tx, row, since, PER_ACCOUNT, row.address);
    if (first !== null) throw tooManyTries(first.getTime() + LOGIN_WINDOW_MS - at.getTime());
    await insertAttempt(tx, row);
  });
}

import type { passwordReset } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import { recordOwn } from '../../audit/recording/record-own.ts';
import type { PublicCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { hashPassword } from '../passwords.ts';
import { deleteSessionsOf } from '../queries.ts';
import { admitHashing, visitorOf } from '../rate-limits/admit-hashing.ts';
import { countAttempt, subjectOf } from '../rate-limits/count-attempt.ts';
import { deleteAttempt, deleteAttemptsOf } from '../rate-limits/queries.ts';
import { tokenHash } from '../tokens.ts';
import {
  changePassword,
  consumeToken,
  deleteCodesOf,
  isTokenValid,
  lockRecoverable,
  markPhoneProven,
} from './queries.ts';

/**
 * Sets a new password for the account of a phone, with the token of its verified code. Ends every session and resets the
 * count of failed sign-ins.
 * @throws 403 PHONE_NOT_VERIFIED for any invalid token; 429 TOO_MANY_TRIES
 */
export async function resetPassword(ctx: PublicCtx, body: z.output<typeof passwordReset>) {
  const { phone, resetToken, password } = body;
  const token = { subject: subjectOf('code', phone), tokenHash: tokenHash(resetToken) };
  // Before the expensive hash, so that calls without a valid token cost little.
  if (!(await isTokenValid(ctx.db, token, ctx.clock.now()))) throw new Refusal('PHONE_NOT_VERIFIED');
  // Counted like a code: one token sent many times at once would cause as many hashes.
  const attempt = await countAttempt(ctx, 'reset', phone);
  const passwordHash = await admitHashing(
    visitorOf(ctx.address),
    () => hashPassword(password),
    () => deleteAttempt(ctx.db, attempt),
  );
  await transact(ctx.db, async (tx) => {
    const user = await lockRecoverable(tx, phone);
    const isProven = await consumeToken(tx, token, ctx.clock.now());
    if (user === null || !isProven) throw new Refusal('PHONE_NOT_VERIFIED');
    await changePassword(tx, user.id, passwordHash);
    await markPhoneProven(tx, user.id);
    await deleteSessionsOf(tx, user.id, null);
    await recordOwn(ctx, tx, user, 'reset-password');
    // Of others who asked for them.
    await deleteCodesOf(tx, token.subject);
    for (const identifier of [user.phone, user.email]) {
      if (identifier !== null)
        await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    }
  });
  ctx.sessions.forget();
  return { success: true as const };
}

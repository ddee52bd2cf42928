import type { passwordReset } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { hashPassword } from '../passwords.ts';
import { deleteSessionsOf } from '../queries.ts';
import { countAttempt, subjectOf } from '../rate-limits/count-attempt.ts';
import { deleteAttemptsOf } from '../rate-limits/queries.ts';
import { tokenHash } from '../tokens.ts';
import { changePassword, isTokenLive, lockRecoverable, useToken } from './queries.ts';

/**
 * Gives the account of a telephone a new password, for the token that its code was exchanged for. Every session ends,
 * and wrong passwords are forgotten.
 * @throws 403 PHONE_NOT_VERIFIED, whatever is wrong with the proof; 429 when it is sent again and again
 */
export async function resetPassword(ctx: PublicCtx, body: z.output<typeof passwordReset>) {
  const { phone, resetToken, password } = body;
  const token = { subject: subjectOf('code', phone), tokenHash: tokenHash(resetToken) };
  // Before the costly hash: whoever has no proof makes no work.
  if (!(await isTokenLive(ctx.db, token, ctx.clock.now()))) throw new Refusal('PHONE_NOT_VERIFIED');
  // One proof sent a hundred times at once is a hundred hashes: it is counted like a code.
  await countAttempt(ctx, 'verify', phone);
  const passwordHash = await hashPassword(password);
  await transact(ctx.db, async (tx) => {
    const user = await lockRecoverable(tx, phone);
    const isProven = await useToken(tx, token, ctx.clock.now());
    if (user === null || !isProven) throw new Refusal('PHONE_NOT_VERIFIED');
    await changePassword(tx, user.id, passwordHash);
    await deleteSessionsOf(tx, user.id, null);
    for (const identifier of [user.phone, user.email]) {
      if (identifier !== null)
        await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    }
  });
  return { success: true as const };
}

import { RESET_TOKEN_LIFETIME_MS } from '@amasin/domain/session/code-limits.ts';
import type { codeCheck } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { countAttempt, subjectOf } from '../rate-limits/count-attempt.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { exchangeCode, spendAttempt } from './queries.ts';
import { codeHash, isSame } from './secrets.ts';

/**
 * Exchanges the code of a telephone for the right to choose a new password, once. The try is spent before the code is
 * looked at: a hundred at once get no more answers than five.
 * @throws 400 WRONG_CODE, whatever is wrong; 429 for an address that attempts many numbers
 */
export async function verifyCode(ctx: PublicCtx, { phone, code }: z.output<typeof codeCheck>) {
  await countAttempt(ctx, 'verify', phone);
  const now = ctx.clock.now();
  const subject = subjectOf('code', phone);
  const right = await spendAttempt(ctx.db, { subject }, now);
  const given = codeHash(ctx.linkSecret, subject, code);
  if (right === null || !isSame(given, right)) throw new Refusal('WRONG_CODE');
  const resetToken = newToken();
  const token = {
    tokenHash: tokenHash(resetToken),
    expiresAt: new Date(now.getTime() + RESET_TOKEN_LIFETIME_MS),
  };
  if (!(await exchangeCode(ctx.db, { subject, codeHash: right }, token))) throw new Refusal('WRONG_CODE');
  return { success: true as const, resetToken };
}

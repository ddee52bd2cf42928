import { RESET_TOKEN_LIFETIME_MS } from '@amasin/domain/session/code-limits.ts';
import type { codeCheck } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../../ctx.ts';
import type { VerifiedPhone } from '../../ports/phone-verifier.ts';
import { Refusal } from '../../refusal.ts';
import { isSameText } from '../../routing/same-text.ts';
import { countAttempt, subjectOf } from '../rate-limits/count-attempt.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { exchangeCode, spendAttempt, spendProof } from './queries.ts';
import { codeHash } from './secrets.ts';

type Check = z.output<typeof codeCheck>;

/**
 * Exchanges a phone's code for a reset token, once and only with the request that it was sent for, so that others can use
 * up neither it nor its attempts. The attempt is used before the code is compared, so that concurrent requests cannot exceed the limit.
 * @throws 400 WRONG_CODE for any invalid code; 429 TOO_MANY_TRIES for an address that tries many numbers; 503 UNAVAILABLE when
 * the token of Firebase cannot be checked, which uses no attempt
 */
export async function verifyCode(ctx: PublicCtx, check: Check) {
  const { phone, request } = check;
  const now = ctx.clock.now();
  const verified = await ctx.phoneVerifier?.verify(check.idToken ?? '');
  const subject = subjectOf('code', phone);
  const of = { subject, requestHash: tokenHash(request ?? '') };
  const expected = await spendAttempt(ctx.db, of, now);
  if (expected === null) {
    // Someone who guesses requests; those with a request have the attempts of its code.
    await countAttempt(ctx, 'verify', phone);
    throw new Refusal('WRONG_CODE');
  }
  const isRight =
    verified === undefined
      ? isSameText(codeHash(ctx.linkSecret, subject, check.code), expected)
      : verified !== null && verified.phone === phone && (await spendCheck(ctx, verified));
  if (!isRight) throw new Refusal('WRONG_CODE');
  const resetToken = newToken();
  const token = {
    tokenHash: tokenHash(resetToken),
    expiresAt: new Date(now.getTime() + RESET_TOKEN_LIFETIME_MS),
  };
  if (!(await exchangeCode(ctx.db, { ...of, codeHash: expected }, token))) throw new Refusal('WRONG_CODE');
  return { success: true as const, resetToken };
}

/** False when a reset token was already given for this check of the number, by this token or another one of it. */
function spendCheck({ db }: PublicCtx, { check, expiresAt }: VerifiedPhone): Promise<boolean> {
  return spendProof(db, { signature: `firebase ${check}`, expiresAt });
}

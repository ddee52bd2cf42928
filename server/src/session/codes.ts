import {
  CODE_LIFETIME_MS,
  MAX_CODE_ATTEMPTS,
  RESET_TOKEN_LIFETIME_MS,
} from '@amasin/domain/session/code-limits.ts';
import type { codeCheck, codeRequest, passwordReset } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import { aboutAccount, record, recordOwn } from '../audit/record.ts';
import type { Ctx, PublicCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { lockUser } from '../people/queries.ts';
import type { VerifiedPhone } from '../ports/phone-verifier.ts';
import { Refusal } from '../refusal.ts';
import { isSameText } from '../routing/same-text.ts';
import { sendSms } from '../sms/send.ts';
import { codeWords } from '../sms/texts.ts';
import { codeHash, newCode } from './captcha.ts';
import { askerOf, countCode, refuseWhileWaiting, workLevel } from './code-limits.ts';
import {
  changePassword,
  consumeToken,
  deleteCode,
  deleteCodesOf,
  exchangeCode,
  insertCode,
  isTokenValid,
  lockRecoverable,
  markPhoneProven,
  spendAttempt,
  spendProof,
} from './code-queries.ts';
import { deleteAttempt, deleteAttemptsOf } from './limit-queries.ts';
import { countAttempt, demandProof, refuseReplacedPhone, subjectOf } from './limits.ts';
import { admitHashing, hashPassword, personOf } from './passwords.ts';
import { deleteSessionsOf } from './queries.ts';
import { newToken, tokenHash } from './tokens.ts';

/**
 * Creates a code for a phone and queues its SMS; where Firebase sends the codes, only the request is stored, with a secret in
 * place of the code, which no one knows. Work, duration and response are the same for every number, so that a
 * caller cannot tell whether it has an account; the SMS job checks that (sms/deliver.ts).
 * @returns the secret of the request, without which the code is worth nothing
 * @throws 422 CAPTCHA_FAILED for a wrong, used or expired solution; 429 TOO_MANY_TRIES when a limit of codes is reached, or
 * with the challenge to solve when many codes of the number make more work necessary
 */
export async function requestCode(ctx: PublicCtx, body: z.output<typeof codeRequest>) {
  const { phone, captcha, device, request: former } = body;
  const asker = await askerOf(ctx, phone, device);
  const { subject } = asker;
  await refuseWhileWaiting(ctx, ctx.db, asker);
  const level = await workLevel(ctx.db, asker);
  await demandProof(ctx, captcha, { subject, level, waitMs: 1_000 });
  const code = ctx.phoneVerifier === null ? newCode() : newToken();
  const request = newToken();
  const resendIn = await transact(ctx.db, async (tx) => {
    const wait = await countCode(ctx, tx, asker);
    if (former !== undefined) await deleteCode(tx, { subject, requestHash: tokenHash(former) });
    await insertCode(tx, {
      subject,
      requestHash: tokenHash(request),
      codeHash: codeHash(ctx.linkSecrets[0], subject, code),
      attemptsLeft: MAX_CODE_ATTEMPTS,
      expiresAt: new Date(ctx.clock.now().getTime() + CODE_LIFETIME_MS),
    });
    if (ctx.phoneVerifier === null)
      await sendSms(ctx, tx, { to: phone, words: codeWords(code), toAccountsOnly: true });
    return wait;
  });
  return { success: true as const, request, expiresIn: CODE_LIFETIME_MS / 1000, resendIn };
}

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
  const key = { subject, requestHash: tokenHash(request ?? '') };
  const expected = await spendAttempt(ctx.db, key, now);
  if (expected === null) {
    // This counts someone who guesses requests; whoever has one is limited by the attempts of its code.
    await countAttempt(ctx, 'verify', phone);
    throw new Refusal('WRONG_CODE');
  }
  const isRight =
    verified === undefined
      ? ctx.linkSecrets.some((secret) => isSameText(codeHash(secret, subject, check.code), expected))
      : verified !== null && verified.phone === phone && (await spendCheck(ctx, verified));
  if (!isRight) throw new Refusal('WRONG_CODE');
  const resetToken = newToken();
  const token = {
    tokenHash: tokenHash(resetToken),
    expiresAt: new Date(now.getTime() + RESET_TOKEN_LIFETIME_MS),
  };
  if (!(await exchangeCode(ctx.db, { ...key, codeHash: expected }, token))) throw new Refusal('WRONG_CODE');
  return { success: true as const, resetToken };
}

/** False when a reset token was already given for this check of the number, by this token or another one of it. */
function spendCheck({ db }: PublicCtx, { check, expiresAt }: VerifiedPhone): Promise<boolean> {
  return spendProof(db, { signature: `firebase ${check}`, expiresAt });
}

/**
 * Sets a new password for the account of a phone, with the token of its verified code. Ends every session and resets the
 * count of failed sign-ins.
 * @throws 403 PHONE_NOT_VERIFIED for any invalid token, PHONE_REPLACED within a day after staff replaced the number; 429 TOO_MANY_TRIES
 */
export async function resetPassword(ctx: PublicCtx, body: z.output<typeof passwordReset>) {
  const { phone, resetToken, password } = body;
  const token = { subject: subjectOf('code', phone), tokenHash: tokenHash(resetToken) };
  // Checked before the expensive hash, so that calls without a valid token cost little.
  if (!(await isTokenValid(ctx.db, token, ctx.clock.now()))) throw new Refusal('PHONE_NOT_VERIFIED');
  // Counted like a code: one token sent many times at once would cause as many hashes.
  const attempt = await countAttempt(ctx, 'reset', phone);
  const passwordHash = await admitHashing(
    personOf(token.subject),
    () => hashPassword(password),
    () => deleteAttempt(ctx.db, attempt),
  );
  await transact(ctx.db, async (tx) => {
    const user = await lockRecoverable(tx, phone);
    // The token still proves the number.
    if (user !== null) await refuseReplacedPhone(ctx, tx, user.id);
    const isProven = await consumeToken(tx, token, ctx.clock.now());
    if (user === null || !isProven) throw new Refusal('PHONE_NOT_VERIFIED');
    await changePassword(tx, user.id, passwordHash);
    await markPhoneProven(tx, user.id, ctx.clock.now());
    await deleteSessionsOf(tx, user.id, null);
    await recordOwn(ctx, tx, user, 'reset-password');
    // A reset also invalidates the codes that others asked for.
    await deleteCodesOf(tx, token.subject);
    for (const identifier of [user.phone, user.email]) {
      if (identifier !== null)
        await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    }
  });
  ctx.sessions.forget();
  return { success: true as const };
}

/**
 * Notes that the caller has the telephone of their account, by the token of a code that was sent to it.
 * @throws 403 PHONE_NOT_VERIFIED for any invalid token
 */
export async function provePhone(ctx: Ctx, resetToken: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    // Locked: another phone is not proven by a code of the former one.
    const user = await lockUser(tx, ctx.actor._id);
    if (user === null || user.phone === null) throw new Refusal('PHONE_NOT_VERIFIED');
    const token = { subject: subjectOf('code', user.phone), tokenHash: tokenHash(resetToken) };
    if (!(await consumeToken(tx, token, ctx.clock.now()))) throw new Refusal('PHONE_NOT_VERIFIED');
    await markPhoneProven(tx, user.id, ctx.clock.now());
    await record(ctx, tx, { ...aboutAccount(user), action: 'change', details: { fields: ['phoneProven'] } });
  });
}

import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '@amasin/domain/session/code-limits.ts';
import type { codeRequest } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { sendSms } from '../../sms/send-sms.ts';
import { codeWords } from '../../sms/texts.ts';
import { demandProof } from '../rate-limits/demand-proof.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { askerOf, countCode, refuseWhileWaiting, workLevel } from './count-code.ts';
import { deleteCode, insertCode } from './queries.ts';
import { codeHash, newCode } from './secrets.ts';

/**
 * Creates a code for a phone and queues its SMS; where Firebase sends the codes, only the request is stored, with a secret in
 * place of the code, which no one knows. Work, duration and response are the same for every number, so that a
 * caller cannot tell whether it has an account; the SMS job checks that (deliver-sms.ts).
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
      codeHash: codeHash(ctx.linkSecret, subject, code),
      attemptsLeft: MAX_CODE_ATTEMPTS,
      expiresAt: new Date(ctx.clock.now().getTime() + CODE_LIFETIME_MS),
    });
    if (ctx.phoneVerifier === null)
      await sendSms(ctx, tx, { to: phone, words: codeWords(code), toAccountsOnly: true });
    return wait;
  });
  return { success: true as const, request, expiresIn: CODE_LIFETIME_MS / 1000, resendIn };
}

import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '@amasin/domain/session/code-limits.ts';
import type { codeRequest } from '@amasin/domain/session/recovery.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { sendSms } from '../../sms/send-sms.ts';
import { codeText } from '../../sms/texts.ts';
import { subjectOf } from '../rate-limits/count-attempt.ts';
import { acceptCaptcha } from './captcha.ts';
import { countCode, refuseWhileWaiting } from './count-code.ts';
import { putCode } from './queries.ts';
import { codeHash, newCode } from './secrets.ts';

/**
 * Creates a code for a phone and queues its SMS. Work, duration and response are the same for every number, so that a
 * caller cannot tell whether it has an account; the SMS job checks that (deliver-sms.ts).
 * @throws 422 CAPTCHA_FAILED for a wrong, used or expired solution; 429 TOO_MANY_TRIES when a limit of codes is reached
 */
export async function requestCode(ctx: PublicCtx, { phone, captcha }: z.output<typeof codeRequest>) {
  await refuseWhileWaiting(ctx, ctx.db, phone);
  await acceptCaptcha(ctx, captcha);
  const code = newCode();
  const subject = subjectOf('code', phone);
  const resendIn = await transact(ctx.db, async (tx) => {
    const wait = await countCode(ctx, tx, phone);
    await putCode(tx, {
      subject,
      codeHash: codeHash(ctx.linkSecret, subject, code),
      attemptsLeft: MAX_CODE_ATTEMPTS,
      expiresAt: new Date(ctx.clock.now().getTime() + CODE_LIFETIME_MS),
    });
    await sendSms(ctx, tx, { to: phone, text: codeText(code), toAccountsOnly: true });
    return wait;
  });
  return { success: true as const, expiresIn: CODE_LIFETIME_MS / 1000, resendIn };
}

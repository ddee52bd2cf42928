import { aboutAccount } from '../../audit/recording/about-account.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { lockUser } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { subjectOf } from '../rate-limits/count-attempt.ts';
import { tokenHash } from '../tokens.ts';
import { consumeToken, markPhoneProven } from './queries.ts';

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
    await markPhoneProven(tx, user.id);
    await record(ctx, tx, { ...aboutAccount(user), action: 'change', details: { fields: ['phoneProven'] } });
  });
}

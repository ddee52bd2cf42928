import type { ownDetails } from '@amasin/domain/users/own-details.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { aboutAccount, recordChange } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { lockPresent, refuseTaken, type UserChange, updateUserRow } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { countOfDay } from '../session/limits.ts';
import { checkOwnPassword } from '../session/own.ts';
import { deleteSessionsOf } from '../session/queries.ts';
import { presentMe } from '../session/sign-in.ts';
import { hashOfCall } from '../session/tokens.ts';
import { sendSms } from '../sms/send.ts';
import { phoneChangedWords } from '../sms/texts.ts';
import { prescriberRenamed } from './notices.ts';

/**
 * Changes the caller's own fields that the body names. A new phone ends their other sessions and is announced by SMS to the
 * old number (rule 25); it needs the present password. A few changes a day of phone and e-mail are allowed, so that the answers do not tell who has an
 * account. A verified prescriber who takes another name is verified no longer, until a super administrator looks again (rule 23).
 * @throws 422 INVALID without that password, WRONG_PASSWORD; 409 PHONE_TAKEN, EMAIL_TAKEN; 429 TOO_MANY_TRIES
 */
export async function updateOwnDetails(
  ctx: Ctx,
  { name, phone, address, email, currentPassword }: z.output<typeof ownDetails>,
  token: string | null,
): Promise<User> {
  const verifiedHash = await checkPasswordForPhone(ctx, phone, currentPassword);
  const outcome = await transact(ctx.db, async (tx) => {
    const before = await lockPresent(tx, ctx.actor._id);
    if (phone !== undefined && phone !== before.phone) {
      // The password or the number was changed meanwhile.
      if (verifiedHash === null || verifiedHash !== before.passwordHash) throw new Refusal('WRONG_PASSWORD');
      await countOfDay(ctx, tx, 'phone');
    }
    // Professionals sign in with their e-mail, which only a super administrator changes.
    const change = { name, phone, address, ...(before.type === 'customer' && { email }) };
    const isOtherEmail = change.email !== undefined && change.email !== null && change.email !== before.email;
    if (isOtherEmail) await countOfDay(ctx, tx, 'email');
    const isVerified = before.type === 'partnerDoctor' && before.verified;
    const isRenamed = isVerified && name !== undefined && name !== before.name;
    const after = await changeOrRefusal(tx, before, isRenamed ? { ...change, verified: false } : change);
    if (after instanceof Refusal) return after;
    if (isRenamed) {
      const admins = await findUserIdsOfType(tx, ['superAdmin']);
      await notify(ctx.jobs, tx, ctx.clock.now(), admins.map(prescriberRenamed(after.id)));
    }
    if (after.phone !== before.phone) {
      await deleteSessionsOf(tx, after.id, hashOfCall(token));
      if (before.phone !== null)
        await sendSms(ctx, tx, { to: before.phone, words: phoneChangedWords(ctx.settings.contactPhone) });
    }
    await recordChange(ctx, tx, aboutAccount(after), before, after);
    return after;
  });
  if (outcome instanceof Refusal) throw outcome;
  return presentMe(ctx, outcome);
}

/**
 * Checks the present password before another phone, which receives the codes that reset it.
 * @returns the hash that was verified; null when the phone stays
 * @throws 422 INVALID, WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
async function checkPasswordForPhone(
  ctx: Ctx,
  phone: string | undefined,
  password: string | undefined,
): Promise<string | null> {
  if (phone === undefined || phone === ctx.actor.phone) return null;
  if (!password) throw invalidField('currentPassword', 'Mot de passe actuel requis');
  return (await checkOwnPassword(ctx, password)).passwordHash;
}

/** Returns a refusal instead of throwing it, so that the transaction commits the counted attempt. */
async function changeOrRefusal(
  tx: Database,
  before: UserRow,
  change: UserChange,
): Promise<UserRow | Refusal> {
  try {
    return await refuseTaken(() => transact(tx, () => updateUserRow(tx, before, change)));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

import type { ownDetails } from '@amasin/domain/users/own-details.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { deleteSessionsOf } from '../session/queries.ts';
import { tokenHash } from '../session/tokens.ts';
import { presentUser } from './present.ts';
import { holdUser, updateUserRow } from './queries.ts';
import { refuseTaken } from './refuse-taken.ts';

/**
 * Changes what the body names of the caller's own details. A new telephone ends the person's other sessions (RULES 25).
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function updateOwnDetails(
  ctx: Ctx,
  { name, phone, address, email }: z.output<typeof ownDetails>,
  token: string | null,
): Promise<User> {
  const { before, after } = await refuseTaken(() =>
    transact(ctx.db, async (tx) => {
      const before = await holdUser(tx, ctx.actor._id);
      if (before === null) throw new Refusal('UNAUTHENTICATED');
      // Professionals log in by their e-mail: a super administrator changes it.
      const change = { name, phone, address, ...(before.type === 'customer' && { email }) };
      const after = await updateUserRow(tx, before, change);
      if (after.phone !== before.phone)
        await deleteSessionsOf(tx, after.id, token === null ? null : tokenHash(token));
      return { before, after };
    }),
  );
  // The message to the old number (RULES 25) goes out once there is a way to send one; until then it is noted here.
  if (after.phone !== before.phone)
    ctx.log.warn({ userId: after.id }, 'telephone changed: its old number is to be told by SMS');
  return presentUser(after);
}

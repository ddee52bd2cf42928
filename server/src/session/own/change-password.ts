import type { passwordChange } from '@amasin/domain/session/own-access.ts';
import type { z } from 'zod';
import { recordOwn } from '../../audit/recording/record-own.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { changePassword } from '../codes/queries.ts';
import { hashPassword } from '../passwords.ts';
import { deleteSessionsOf, lockUserWithPassword } from '../queries.ts';
import { admitHashing, personOf } from '../rate-limits/admit-hashing.ts';
import { tokenHash } from '../tokens.ts';
import { checkOwnPassword } from './check-own-password.ts';

/**
 * Changes the caller's password and ends their other sessions.
 * @throws 422 WRONG_PASSWORD, also when it was changed meanwhile; 429 TOO_MANY_TRIES
 */
export async function changeOwnPassword(
  ctx: Ctx,
  { currentPassword, password }: z.output<typeof passwordChange>,
  token: string | null,
): Promise<void> {
  const { id, passwordHash: before } = await checkOwnPassword(ctx, currentPassword);
  const passwordHash = await admitHashing(
    personOf(ctx.actor),
    () => hashPassword(password),
    // A right password leaves no attempt.
    () => Promise.resolve(),
  );
  await transact(ctx.db, async (tx) => {
    if ((await lockUserWithPassword(tx, id, before)) === null) throw new Refusal('WRONG_PASSWORD');
    await changePassword(tx, id, passwordHash);
    await deleteSessionsOf(tx, id, token === null ? null : tokenHash(token));
    await recordOwn(ctx, tx, { id, type: ctx.actor.type }, 'change-password');
  });
}

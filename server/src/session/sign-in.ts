import type { User } from '@amasin/domain/users/user.ts';
import type { PublicCtx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { presentUser } from '../people/present.ts';
import { Refusal } from '../refusal.ts';
import { verifyPassword } from './passwords.ts';
import { insertSession, lockUserWithPassword } from './queries.ts';
import { countAttempt, subjectOf } from './rate-limits/count-attempt.ts';
import { deleteAttemptsOf } from './rate-limits/queries.ts';
import { newToken, tokenHash } from './tokens.ts';

const SESSION_MS = 30 * 24 * 3600_000;

export interface SignedIn {
  readonly user: User;
  readonly token: string;
}

/**
 * Opens a session for whoever `find` knows by this identifier, if the password is theirs. Nobody of that name, another
 * door and a wrong password are one answer, after as long a time. A deactivated account signs in (RULES 24).
 */
export async function signIn(
  ctx: PublicCtx,
  { identifier, password }: { identifier: string; password: string },
  find: (identifier: string) => Promise<UserRow | null>,
): Promise<SignedIn> {
  await countAttempt(ctx, 'login', identifier);
  const found = await find(identifier);
  const passwordHash = found?.passwordHash ?? null;
  const right = await verifyPassword(passwordHash, password);
  if (found === null || passwordHash === null || !right) throw new Refusal('INVALID_CREDENTIALS');
  const token = newToken();
  const createdAt = ctx.clock.now();
  const user = await transact(ctx.db, async (tx) => {
    const held = await lockUserWithPassword(tx, found.id, passwordHash);
    if (held === null) throw new Refusal('INVALID_CREDENTIALS');
    await insertSession(tx, {
      tokenHash: tokenHash(token),
      userId: held.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_MS),
    });
    await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    return held;
  });
  return { user: presentUser(user), token };
}

import type { adminLogin, login } from '@amasin/domain/session/credentials.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { presentUser } from '../people/present.ts';
import { findCustomerByPhone, findProfessionalByEmail, findUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { verifyPassword } from './passwords.ts';
import { deleteSession, insertSession, lockUserWithPassword } from './queries.ts';
import { countAttempt, subjectOf } from './rate-limits/count-attempt.ts';
import { deleteAttemptsOf } from './rate-limits/queries.ts';
import { newToken, tokenHash } from './tokens.ts';

const SESSION_MS = 30 * 24 * 3600_000;

interface SignedIn {
  readonly user: User;
  readonly token: string;
}

/**
 * Opens a session for the user that `find` returns, if the password matches. An unknown identifier and a wrong password
 * get the same refusal after the same time. A deactivated account can sign in (RULES 24).
 * @throws 401 INVALID_CREDENTIALS; 429 TOO_MANY_TRIES after too many attempts for the account or from the address
 */
async function signIn(
  ctx: PublicCtx,
  { identifier, password }: { identifier: string; password: string },
  find: (identifier: string) => Promise<UserRow | null>,
): Promise<SignedIn> {
  await countAttempt(ctx, 'login', identifier);
  const found = await find(identifier);
  const passwordHash = found?.passwordHash ?? null;
  const isMatch = await verifyPassword(passwordHash, password);
  if (found === null || passwordHash === null || !isMatch) throw new Refusal('INVALID_CREDENTIALS');
  const token = newToken();
  const createdAt = ctx.clock.now();
  const user = await transact(ctx.db, async (tx) => {
    const locked = await lockUserWithPassword(tx, found.id, passwordHash);
    if (locked === null) throw new Refusal('INVALID_CREDENTIALS');
    await insertSession(tx, {
      tokenHash: tokenHash(token),
      userId: locked.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_MS),
    });
    await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    return locked;
  });
  return { user: presentUser(user), token };
}

/** Customers sign in with their phone. */
export function loginCustomer(ctx: PublicCtx, body: z.output<typeof login>): Promise<SignedIn> {
  return signIn(ctx, body, (phone) => findCustomerByPhone(ctx.db, phone));
}

/** All other types sign in with their e-mail. */
export function loginProfessional(
  ctx: PublicCtx,
  { email, password }: z.output<typeof adminLogin>,
): Promise<SignedIn> {
  return signIn(ctx, { identifier: email, password }, (address) => findProfessionalByEmail(ctx.db, address));
}

/** The caller as currently stored, deactivated or not. */
export async function readMe(ctx: Ctx): Promise<User> {
  const row = await findUser(ctx.db, ctx.actor._id);
  if (row === null) throw new Refusal('UNAUTHENTICATED');
  return presentUser(row);
}

export async function endSession(ctx: SystemCtx, token: string | null): Promise<void> {
  if (token !== null) await deleteSession(ctx.db, tokenHash(token));
}

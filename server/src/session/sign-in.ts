import type { adminLogin, login } from '@amasin/domain/session/credentials.ts';
import type { User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { logSecurity } from '../audit/log-security.ts';
import { recordOwn } from '../audit/record.ts';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { hasConsent } from '../people/consent-queries.ts';
import { presentUser } from '../people/present.ts';
import { findCustomerByPhone, findProfessionalByEmail, findUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { caps } from '../settings/limits.ts';
import { endOf } from './authenticate.ts';
import { changePassword } from './code-queries.ts';
import { deleteAttempt, deleteAttemptsOf } from './limit-queries.ts';
import {
  countLogin,
  countSignIn,
  markDevice,
  noteLockout,
  refuseCrowd,
  subjectOf,
  tooManySignIns,
} from './limits.ts';
import { admitHashing, hashPassword, matchPassword } from './passwords.ts';
import { deleteSession, insertSession, lockUserWithPassword, trimSessions } from './queries.ts';
import { acceptSecondFactor, mustEnrol } from './second-factor.ts';
import { newToken, tokenHash } from './tokens.ts';

interface SignedIn {
  readonly user: User;
  readonly token: string;
  /** Marks this device as known to the account. */
  readonly device: string;
}

interface Credentials {
  readonly identifier: string;
  readonly password: string;
  /** The second step sends it. */
  readonly code?: string | undefined;
  /** A solved challenge, when wrong tries made it necessary. */
  readonly captcha?: string | undefined;
  /** An earlier sign-in gave this mark to the device. */
  readonly device?: string | undefined;
  /** Names the device in words; null when nothing is known of it. */
  readonly deviceName: string | null;
}

/** Customers sign in with their phone. */
export function signInCustomer(
  ctx: PublicCtx,
  body: z.output<typeof login>,
  deviceName: string | null,
): Promise<SignedIn> {
  return signIn(ctx, { ...body, deviceName }, (phone) => findCustomerByPhone(ctx.db, phone));
}

/** All other types sign in with their e-mail. */
export function signInProfessional(
  ctx: PublicCtx,
  { email, ...body }: z.output<typeof adminLogin>,
  deviceName: string | null,
): Promise<SignedIn> {
  const credentials = { identifier: email, ...body, deviceName };
  return signIn(ctx, credentials, (address) => findProfessionalByEmail(ctx.db, address));
}

type FindUser = (identifier: string) => Promise<UserRow | null>;

/**
 * Opens a session for the user that `find` returns, if the password matches. An unknown identifier and a wrong password
 * get the same refusal after the same time. A deactivated account can sign in.
 * @throws 401 INVALID_CREDENTIALS; 422 CODE_REQUIRED, WRONG_SECOND_CODE with the right password, CAPTCHA_FAILED; 429 TOO_MANY_TRIES after too many
 * attempts for the account without a proof of work or from the place, too many sign-ins of the account within a minute, or when too many people sign in at once
 */
async function signIn(ctx: PublicCtx, credentials: Credentials, find: FindUser): Promise<SignedIn> {
  const { identifier, password, code } = credentials;
  await refuseCrowd(ctx, credentials);
  // Checked before the attempt is counted and the password is hashed.
  const refusal = await tooManySignIns(ctx, ctx.db, identifier);
  if (refusal !== null) throw refusal;
  const lookUp = () => find(identifier);
  const { deviceId, attempt, asker } = await noteLockout(ctx, subjectOf('login', identifier), lookUp, () =>
    countLogin(ctx, credentials),
  );
  const found = await lookUp();
  const match = await admitHashing(
    asker,
    () => matchPassword(found?.passwordHash ?? null, password),
    () => deleteAttempt(ctx.db, attempt),
  );
  if (found === null || match === 'none') {
    // The journal has no line of it: writing one for known accounts only would take longer.
    logSecurity(ctx.log, { event: 'sign-in-failed', user: found?.id ?? null });
    throw new Refusal('INVALID_CREDENTIALS');
  }
  if (found.hasSecondFactor && found.type !== 'customer')
    await acceptSecondFactor(ctx, found, { code, deviceId });
  const newHash = match === 'old' ? await hashPassword(password) : null;
  return openSession(ctx, credentials, found, newHash);
}

/**
 * @param newHash of the same password, in place of the hash of another form; else null
 * @throws 401 INVALID_CREDENTIALS when the password was changed meanwhile; 429 TOO_MANY_TRIES
 */
async function openSession(
  ctx: PublicCtx,
  { identifier, device, deviceName }: Omit<Credentials, 'password'>,
  found: UserRow,
  newHash: string | null,
): Promise<SignedIn> {
  const token = newToken();
  const createdAt = ctx.clock.now();
  const outcome = await transact(ctx.db, async (tx) => {
    const user = await lockUserWithPassword(tx, found.id, found.passwordHash ?? '');
    if (user === null) throw new Refusal('INVALID_CREDENTIALS');
    await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', identifier) });
    // Returned, so that the right password does not remain counted as a wrong one.
    const refusal = await tooManySignIns(ctx, tx, identifier);
    if (refusal !== null) return refusal;
    await countSignIn(ctx, tx, identifier);
    if (newHash !== null) await changePassword(tx, user.id, newHash);
    await insertSession(tx, {
      tokenHash: tokenHash(token),
      userId: user.id,
      createdAt,
      device: deviceName,
      expiresAt: endOf(user.type, ctx.settings, createdAt, createdAt),
    });
    await recordOwn(ctx, tx, user, 'sign-in');
    const ended = await trimSessions(tx, user.id, { newest: tokenHash(token), limit: caps.sessions });
    return { user, ended, mark: await markDevice(ctx, tx, user.id, device) };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (outcome.ended > 0) ctx.sessions.forget([found.id]);
  return { user: await presentMe(ctx, outcome.user), token, device: outcome.mark };
}

/** Presents the signed-in person to themselves. */
export async function presentMe(ctx: SystemCtx, row: UserRow): Promise<User> {
  const hasHealthConsent = row.type === 'customer' && (await hasConsent(ctx.db, row.id, 'health'));
  return {
    ...presentUser(row),
    ...(mustEnrol(ctx, row) && { mustEnrol: true as const }),
    ...(hasHealthConsent && { hasHealthConsent }),
  };
}

/** The caller as currently stored, deactivated or not. */
export async function readMe(ctx: Ctx): Promise<User> {
  const row = await findUser(ctx.db, ctx.actor._id);
  if (row === null) throw new Refusal('UNAUTHENTICATED');
  return presentMe(ctx, row);
}

export async function endSession(ctx: Ctx, token: string | null): Promise<void> {
  if (token === null) return;
  await transact(ctx.db, async (tx) => {
    await deleteSession(tx, tokenHash(token));
    await recordOwn(ctx, tx, { id: ctx.actor._id, type: ctx.actor.type }, 'sign-out');
  });
}

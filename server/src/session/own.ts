import type { OwnSession, passwordChange } from '@amasin/domain/session/own-access.ts';
import type { z } from 'zod';
import { logSecurity } from '../audit/log-security.ts';
import { recordOwn } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { lockByName } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { findUser } from '../people/queries.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import { attempts, otherCalls } from '../settings/limits.ts';
import { changePassword } from './code-queries.ts';
import {
  countCall,
  deleteAttempt,
  deleteAttemptsOf,
  findNthLatestAttempt,
  insertAttempt,
} from './limit-queries.ts';
import { noteLockout, subjectOf } from './limits.ts';
import { admitHashing, hashPassword, personOf, verifyPassword } from './passwords.ts';
import {
  deleteOwnSession,
  deleteSessionsOf,
  findOwnSession,
  findSessionsOf,
  lockUserWithPassword,
} from './queries.ts';
import { hashOfCall } from './tokens.ts';

/** The caller's sessions: the one of this call first, then the last seen first. */
export async function listOwnSessions(ctx: Ctx, token: string | null): Promise<OwnSession[]> {
  const rows = await findSessionsOf(ctx.db, ctx.actor._id, ctx.clock.now());
  const ownHash = hashOfCall(token);
  const sessions = rows.map(({ id, device, createdAt, lastSeenAt, hash }) => ({
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: (lastSeenAt ?? createdAt).toISOString(),
    current: hash === ownHash,
  }));
  return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
}

/** @throws 404 NOT_FOUND for a session of another person, an ended or an unknown one */
export async function loadOwnSession(ctx: Ctx, id: string): Promise<string> {
  const found = await findOwnSession(ctx.db, { id, userId: ctx.actor._id }, ctx.clock.now());
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  const { _id: userId, type } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    await deleteOwnSession(tx, { id, userId });
    await recordOwn(ctx, tx, { id: userId, type }, 'end-sessions');
  });
}

export async function endOtherSessions(ctx: Ctx, token: string | null): Promise<void> {
  const { _id: userId, type } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    await deleteSessionsOf(tx, userId, hashOfCall(token));
    await recordOwn(ctx, tx, { id: userId, type }, 'end-sessions');
  });
}

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
    personOf(ctx.actor._id),
    () => hashPassword(password),
    // There is no attempt to remove: a right password has left none.
    () => Promise.resolve(),
  );
  await transact(ctx.db, async (tx) => {
    if ((await lockUserWithPassword(tx, id, before)) === null) throw new Refusal('WRONG_PASSWORD');
    await changePassword(tx, id, passwordHash);
    await deleteSessionsOf(tx, id, hashOfCall(token));
    await recordOwn(ctx, tx, { id, type: ctx.actor.type }, 'change-password');
  });
}

const KIND = 'login';

/** Returns what the user signs in with: wrong passwords at sign-in and here are counted together by it. */
function identifierOf({ type, phone, email }: UserRow): string {
  return (type === 'customer' ? phone : email) ?? '';
}

/**
 * The caller as stored, if this is their password. A stolen session allows ten guesses, which also count with the wrong
 * sign-ins of the account.
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
export async function checkOwnPassword(
  ctx: Ctx,
  password: string,
): Promise<UserRow & { passwordHash: string }> {
  const user = await findUser(ctx.db, ctx.actor._id);
  // Deleted meanwhile, from another device.
  if (user === null || user.phone === null) throw new Refusal('UNAUTHENTICATED');
  await limitChecks(ctx);
  const subject = subjectOf(KIND, identifierOf(user));
  const attempt = await noteLockout(
    ctx,
    subject,
    () => Promise.resolve(user),
    () => countGuess(ctx, subject),
  );
  const { passwordHash } = user;
  const isMatch = await admitHashing(
    personOf(ctx.actor._id),
    () => verifyPassword(passwordHash, password),
    () => deleteAttempt(ctx.db, attempt),
  );
  if (!isMatch || passwordHash === null) {
    logSecurity(ctx.log, { event: 'wrong-password', user: user.id, type: user.type });
    throw new Refusal('WRONG_PASSWORD');
  }
  await deleteAttemptsOf(ctx.db, { kind: KIND, subject });
  return { ...user, passwordHash };
}

/** Right passwords are no guesses, but each is a hash, for which all signed-in people wait in one line. @throws 429 TOO_MANY_TRIES */
async function limitChecks({ db, clock, actor }: Ctx): Promise<void> {
  const now = clock.now();
  const { count, endsAt } = await countCall(db, `password ${actor._id}`, { now, windowMs: 60_000 });
  if (count > otherCalls.passwordChecksPerMinute) throw tooManyTries(endsAt.getTime() - now.getTime());
}

/** Counts a guess before the password is verified, so that concurrent ones cannot exceed the limit. */
async function countGuess(ctx: Ctx, subject: string): Promise<string> {
  const at = ctx.clock.now();
  // Counted apart from the sign-in page, whose wrong tries may be those of strangers; that page counts these too.
  const row = { kind: KIND, subject, address: '', at };
  return transact(ctx.db, async (tx) => {
    await lockByName(tx, `${KIND} ${subject}`);
    const since = new Date(at.getTime() - attempts.windowMs);
    const first = await findNthLatestAttempt(tx, row, since, attempts.perAccount, row.address);
    if (first !== null) throw tooManyTries(first.getTime() + attempts.windowMs - at.getTime());
    return insertAttempt(tx, row);
  });
}

/** The first that matches counts: most browsers also name those whose engine they use. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/Opera Mini|OPiOS/, 'Opera Mini'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (names: typeof browsers, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** The device of a User-Agent header in words: « Chrome sur Android »; null when it names nothing known. */
export function deviceOf(agent: string | undefined): string | null {
  if (agent === undefined) return null;
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser !== undefined && system !== undefined) return `${browser} sur ${system}`;
  return browser ?? system ?? null;
}

import { createHmac, randomInt } from 'node:crypto';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { secondFactorStart } from '@amasin/domain/session/second-factor.ts';
import type { z } from 'zod';
import { logSecurity } from '../audit/log-security.ts';
import { recordOwn } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { lockByName } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import { seal, unseal } from '../sms/send.ts';
import { codeHash, keyFor } from './captcha.ts';
import { deleteAttemptsOf, findNthLatestAttempt, insertAttempt, KNOWN_DEVICES } from './limit-queries.ts';
import { noteLockout, placeOfDevice, subjectOf } from './limits.ts';
import { checkOwnPassword } from './own.ts';
import {
  confirmSecret,
  deleteSessionsOf,
  findSecondFactor,
  offerSecret,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './queries.ts';
import { hashOfCall } from './tokens.ts';

const KIND = 'second-factor';
/** Wrong codes of an account in an hour: far from guessing one of a million. */
const GUESSES = 10;
/** All known devices of an account share these. */
const DEVICE_GUESSES = 20;

/**
 * Accepts a code of the user's application or a recovery code, once.
 * @param deviceId the id of a known device, or null
 * @throws 422 CODE_REQUIRED without one, WRONG_SECOND_CODE; 429 TOO_MANY_TRIES
 */
export async function acceptSecondFactor(
  ctx: SystemCtx,
  user: UserRow,
  { code, deviceId }: { code: string | undefined; deviceId: string | null },
): Promise<void> {
  if (!code) throw new Refusal('CODE_REQUIRED');
  const subject = subjectOf(KIND, user.id);
  await noteLockout(
    ctx,
    subject,
    () => Promise.resolve(user),
    () => countGuess(ctx, subject, deviceId),
  );
  if (!(await spendCode(ctx, user, code))) {
    logSecurity(ctx.log, { event: 'wrong-second-code', user: user.id, type: user.type });
    throw new Refusal('WRONG_SECOND_CODE');
  }
  await deleteAttemptsOf(ctx.db, { kind: KIND, subject });
}

/**
 * Counts a guess before the code is compared, so that concurrent ones cannot exceed the limit. A known device has its own count: a
 * thief of the password does not use up its owner's.
 */
async function countGuess(ctx: SystemCtx, subject: string, deviceId: string | null): Promise<void> {
  const at = ctx.clock.now();
  const address = deviceId === null ? '' : placeOfDevice(deviceId);
  const row = { kind: KIND, subject, address, at };
  await transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `${KIND} ${subject}`);
    const since = new Date(at.getTime() - HOUR_MS);
    const first =
      (await findNthLatestAttempt(tx, row, since, GUESSES, address)) ??
      (deviceId === null ? null : await findNthLatestAttempt(tx, row, since, DEVICE_GUESSES, KNOWN_DEVICES));
    if (first !== null) throw tooManyTries(first.getTime() + HOUR_MS - at.getTime());
    await insertAttempt(tx, row);
  });
}

async function spendCode(ctx: SystemCtx, user: UserRow, code: string): Promise<boolean> {
  const secret = await findSecret(ctx, user.id);
  const step = secret === null ? null : await stepOf(secret, code, ctx.clock.now());
  if (step !== null) return spendStep(ctx.db, user.id, step);
  const hashes = [
    ...(secret === null ? [] : [recoveryHash(secret, code)]),
    ...ctx.linkSecrets.map((one) => formerRecoveryHash(one, user.id, code)),
  ];
  return transact(ctx.db, async (tx) => {
    if (!(await spendRecoveryCode(tx, user.id, hashes))) return false;
    await recordOwn(ctx, tx, user, 'use-recovery-code');
    return true;
  });
}

async function findSecret({ db, linkSecrets, log }: SystemCtx, userId: string): Promise<string | null> {
  const sealed = (await findSecondFactor(db, userId))?.secret ?? null;
  if (sealed === null) return null;
  try {
    return unsealSecret(sealed, linkSecrets);
  } catch (error) {
    // LINK_SECRET was changed without LINK_SECRET_OLD: a super administrator, or the command, removes the second factor.
    log.error({ err: error }, 'the secret of a second factor could not be read');
    return null;
  }
}

/** An offered secret may be confirmed for this long, ms. */
const OFFER_MS = 15 * 60_000;

/**
 * Offers the caller a secret for their application. A second factor in use stays until it is confirmed.
 * @throws 422 WRONG_PASSWORD, CODE_REQUIRED, WRONG_SECOND_CODE; 429 TOO_MANY_TRIES
 */
export async function startSecondFactor(
  ctx: Ctx,
  { currentPassword, code }: z.output<typeof secondFactorStart>,
): Promise<{ secret: string; uri: string }> {
  const user = await checkOwnPassword(ctx, currentPassword);
  if (user.hasSecondFactor) await acceptSecondFactor(ctx, user, { code, deviceId: null });
  const secret = await newSecret();
  await offerSecret(ctx.db, user.id, {
    offered: sealSecret(secret, ctx.linkSecrets[0]),
    offeredAt: ctx.clock.now(),
  });
  return { secret, uri: await uriOf(secret, user.email ?? user.name) };
}

/**
 * Puts the offered secret into use with a first code of it, and ends the other sessions, which were opened without.
 * @returns the recovery codes, which are stored only as hashes
 * @throws 422 WRONG_SECOND_CODE, also when no secret was offered a moment ago
 */
export async function confirmSecondFactor(ctx: Ctx, code: string, token: string | null): Promise<string[]> {
  const { _id: userId } = ctx.actor;
  const now = ctx.clock.now();
  const row = await findSecondFactor(ctx.db, userId);
  const { offered = null, offeredAt = null } = row ?? {};
  if (offered === null || offeredAt === null || now.getTime() - offeredAt.getTime() > OFFER_MS) {
    throw new Refusal('WRONG_SECOND_CODE');
  }
  const secret = unsealSecret(offered, ctx.linkSecrets);
  const step = await stepOf(secret, code, now);
  if (step === null) throw new Refusal('WRONG_SECOND_CODE');
  const recoveryCodes = newRecoveryCodes();
  await transact(ctx.db, async (tx) => {
    if (!(await confirmSecret(tx, userId, { offered, step }))) throw new Refusal('WRONG_SECOND_CODE');
    await replaceRecoveryCodes(
      tx,
      userId,
      recoveryCodes.map((one) => recoveryHash(secret, one)),
    );
    await deleteSessionsOf(tx, userId, hashOfCall(token));
    await recordOwn(ctx, tx, { id: userId, type: ctx.actor.type }, 'set-second-factor');
  });
  return recoveryCodes.map(withHyphens);
}

/** Whether this person may do nothing before they have activated the second step of signing in. */
export function mustEnrol(
  { settings }: Pick<SystemCtx, 'settings'>,
  { type, hasSecondFactor }: Pick<UserRow, 'type' | 'hasSecondFactor'>,
): boolean {
  return settings.secondFactorTypes.includes(type) && !hasSecondFactor;
}

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the step before and after are accepted: clocks of telephones differ. */
const WINDOW = 1;
/** Without 0, 1, o and l, which look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
const KEY_USE = 'second factors';

// The library is loaded when the first second factor is used.
async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Amasin', label, secret: Secret.fromBase32(secret) });
}

/** A new secret in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth://` address of a secret, which an application reads as a QR code. */
async function uriOf(secret: string, label: string): Promise<string> {
  return (await totpOf(secret, label)).toString();
}

/** The 30-second step whose code this is, of those accepted now; null when it is none of them. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const totp = await totpOf(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: WINDOW }) : null;
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export const sealSecret = (secret: string, linkSecret: string) => seal(secret, keyFor(linkSecret, KEY_USE));

/** @throws Error when none of these sealed it */
export const unsealSecret = (sealed: string, linkSecrets: readonly string[]) =>
  unseal(
    sealed,
    linkSecrets.map((one) => keyFor(one, KEY_USE)),
  );

/** Codes of 60 random bits, without their hyphens. */
function newRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, letter).join(''),
  );
}

/** The stored form of a recovery code: keyed by the secret of its application, which is stored sealed. */
const recoveryHash = (secret: string, code: string) =>
  createHmac('sha256', secret).update(`recovery ${code}`).digest('base64url');

/** The stored form of the codes of before version 1.0, which cannot be read with another LINK_SECRET. */
const formerRecoveryHash = (linkSecret: string, userId: string, code: string) =>
  codeHash(linkSecret, `recovery ${userId}`, code);

/** `abcd-efgh-ijkm`, as a person reads it. */
const withHyphens = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

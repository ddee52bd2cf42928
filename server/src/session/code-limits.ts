import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { LONGEST_WINDOW_MS, MAX_CODES, waitForCode } from '@amasin/domain/session/code-limits.ts';
import type { PublicCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { lockByName } from '../database/sql.ts';
import { tooManyTries } from '../refusal.ts';
import { networkOf } from '../routing/network.ts';
import { attempts } from '../settings/limits.ts';
import { findAttemptTimes } from './code-queries.ts';
import { insertAttempt } from './limit-queries.ts';
import { DOOR_BITS, knownDeviceId, placeOfDevice, subjectOf } from './limits.ts';

/** Counts the codes that devices without an earlier sign-in to the account ask for. */
const STRANGER = 'code';
/** Counts apart the codes that devices with an earlier sign-in ask for. */
const KNOWN = 'code-known';

/** A device that asks for a code, and the number that it asks for. */
export interface CodeAsker {
  readonly kind: typeof STRANGER | typeof KNOWN;
  /** The number, hashed. */
  readonly subject: string;
  /** The network address, or the known device. */
  readonly address: string;
  readonly at: Date;
}

export async function askerOf(
  ctx: PublicCtx,
  phone: string,
  sentDevice: string | undefined,
): Promise<CodeAsker> {
  const device = await knownDeviceId(ctx, sentDevice, phone);
  const of = { subject: subjectOf('code', phone), at: ctx.clock.now() };
  return device === null
    ? { kind: STRANGER, address: networkOf(ctx.address, DOOR_BITS), ...of }
    : { kind: KNOWN, address: placeOfDevice(device), ...of };
}

/**
 * Counts a code before it is sent, whether or not an account has the number. Rule 26 limits each asker of a number. Strangers share a
 * total for the number and another for their network address; known devices share a total for the number. Concurrent requests wait for
 * a lock.
 * @returns seconds until this asker can request the next code for the number
 * @throws 429 TOO_MANY_TRIES with the seconds to wait, when a limit is reached
 */
export async function countCode(ctx: PublicCtx, tx: Database, asker: CodeAsker): Promise<number> {
  // Always the number first, then the address, to avoid deadlocks.
  await lockByName(tx, `code ${asker.subject}`);
  await lockByName(tx, `code ${asker.address}`);
  await refuseWhileWaiting(ctx, tx, asker);
  await insertAttempt(tx, asker);
  return toSeconds(Math.max(await waitOfAsker(tx, asker), await waitOfNumber(tx, asker)));
}

/**
 * Checks the limits without a lock, so that repeated requests are refused cheaply.
 * @throws 429 TOO_MANY_TRIES with the seconds to wait
 */
export async function refuseWhileWaiting(ctx: PublicCtx, db: Database, asker: CodeAsker): Promise<void> {
  const wait = Math.max(
    await waitOfAddress(ctx, db, asker),
    await waitOfAsker(db, asker),
    await waitOfNumber(db, asker),
  );
  if (wait > 0) throw tooManyTries(wait);
}

/** Returns how many times the work before a code of this number is doubled. */
export async function workLevel(db: Database, asker: CodeAsker): Promise<number> {
  if (asker.kind === KNOWN) return 0;
  return Math.floor((await timesOfNumber(db, asker)).length / attempts.codeWorkStep);
}

async function waitOfAddress(
  ctx: PublicCtx,
  db: Database,
  { kind, address, at }: CodeAsker,
): Promise<number> {
  if (kind === KNOWN) return 0;
  const max = ctx.limits.codesPerHour;
  const hour = { since: new Date(at.getTime() - HOUR_MS), now: at };
  const oldest = (await findAttemptTimes(db, { kind, address }, hour, max))[max - 1];
  return oldest === undefined ? 0 : oldest.getTime() + HOUR_MS - at.getTime();
}

async function waitOfAsker(db: Database, { at, ...scope }: CodeAsker): Promise<number> {
  return waitForCode(await findAttemptTimes(db, scope, dayBefore(at), MAX_CODES), at);
}

async function waitOfNumber(db: Database, asker: CodeAsker): Promise<number> {
  const oldest = (await timesOfNumber(db, asker))[attempts.codesPerNumber - 1];
  return oldest === undefined ? 0 : oldest.getTime() + LONGEST_WINDOW_MS - asker.at.getTime();
}

const timesOfNumber = (db: Database, { kind, subject, at }: CodeAsker): Promise<Date[]> =>
  findAttemptTimes(db, { kind, subject }, dayBefore(at), attempts.codesPerNumber);

const dayBefore = (now: Date) => ({ since: new Date(now.getTime() - LONGEST_WINDOW_MS), now });
const toSeconds = (ms: number) => Math.ceil(ms / 1000);

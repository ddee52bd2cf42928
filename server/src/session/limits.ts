import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { logSecurity } from '../audit/log-security.ts';
import { aboutAccount } from '../audit/record.ts';
import { isFirstThisHour, recordOnceAnHour } from '../audit/record-reads.ts';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { lockByName } from '../database/sql.ts';
import { transact } from '../database/transaction.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import { networkOf } from '../routing/network.ts';
import { attempts, caps } from '../settings/limits.ts';
import { acceptCaptcha, isEnough, newChallenge, verifyProof, type Work } from './captcha.ts';
import {
  type AddressCount,
  countFromAddress,
  countTries,
  DEVICE,
  findKnownDevice,
  findNthLatestAttempt,
  insertAttempt,
  insertKnownDevice,
  KNOWN_DEVICES,
  touchKnownDevice,
  trimKnownDevices,
} from './limit-queries.ts';
import { type Asker, hasPlace } from './passwords.ts';
import { newToken, tokenHash } from './tokens.ts';

/**
 * The doors count IPv6 by /48, as they count an IPv4 address, which a carrier shares among thousands: it has 65,536 networks of the size
 * of a subscriber's, each of which would have the limits of a place.
 */
export const DOOR_BITS = 48;
const windowsMs = { register: HOUR_MS, verify: HOUR_MS, reset: HOUR_MS };

type AttemptKind = keyof typeof windowsMs;

/** The stored form of an identifier: a hash, so that the table contains no personal data. */
export function subjectOf(kind: string, identifier: string): string {
  return createHash('sha256').update(`${kind}:${identifier}`).digest('hex');
}

/**
 * Counts an attempt before it runs. Concurrent callers wait for a lock, so that they cannot exceed the limit. Unknown
 * accounts are counted the same way. `countLogin` counts tries to sign in.
 * @returns what names the attempt, to remove it again
 * @throws 429 TOO_MANY_TRIES with the seconds to wait
 */
export async function countAttempt(ctx: PublicCtx, kind: AttemptKind, identifier: string): Promise<string> {
  const { row, since, refusalSince } = await admitPair(ctx, kind, identifier);
  return transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `${kind} ${row.address}`);
    const { others, first } = await countFromAddress(tx, row, since);
    // Mobile carriers share one address among thousands of users, so this counts distinct accounts, not attempts.
    if (others >= ctx.limits.accountsPerAddress) throw refusalSince(first ?? row.at);
    return insertAttempt(tx, row);
  });
}

/**
 * Counts a registration before it runs. Once there are many from one address, each needs a proof of work: a mobile carrier shares
 * the address among thousands of people.
 * @param captcha a solved challenge
 * @throws 429 TOO_MANY_TRIES with a challenge to solve, or without when the address is far above its limit; 422 CAPTCHA_FAILED
 */
export async function countRegistration(
  ctx: PublicCtx,
  phone: string,
  captcha: string | undefined,
): Promise<{ readonly attempt: string; readonly asker: Asker }> {
  const { row, since } = await admitPair(ctx, 'register', phone);
  const demandOf = async (db: Database) => {
    const { level, waitMs } = workOfAddress(ctx, await countFromAddress(db, row, since), row.at, HOUR_MS);
    return level === null ? null : { subject: row.subject, level, waitMs };
  };
  // Asked before the lock is taken: nobody should hold it while solving.
  const demanded = await demandOf(ctx.db);
  if (demanded !== null) await demandProof(ctx, captcha, demanded);
  const attempt = await transact(ctx.db, async (tx: Database) => {
    await lockByName(tx, `register ${row.address}`);
    const now = await demandOf(tx);
    // Others have registered meanwhile.
    if (now !== null && now.level > (demanded?.level ?? -1)) throw await proofDemanded(ctx, now);
    return insertAttempt(tx, row);
  });
  return { attempt, asker: askerOf(ctx, { ...row, captcha, isProven: demanded !== null }) };
}

async function admitPair(ctx: PublicCtx, kind: AttemptKind, identifier: string) {
  const now = ctx.clock.now();
  const row = {
    kind,
    subject: subjectOf(kind, identifier),
    address: networkOf(ctx.address, DOOR_BITS),
    at: now,
  };
  const since = new Date(now.getTime() - windowsMs[kind]);
  const refusalSince = (first: Date) => tooManyTries(first.getTime() + windowsMs[kind] - now.getTime());
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const fortieth = await findNthLatestAttempt(ctx.db, row, since, attempts.perPair, row.address);
  if (fortieth !== null) throw refusalSince(fortieth);
  return { row, since, refusalSince };
}

const KIND = 'login';

interface Tried {
  readonly identifier: string;
  /** A solved challenge. */
  readonly captcha?: string | undefined;
  /** The device token of an earlier sign-in. */
  readonly device?: string | undefined;
}

interface Counted {
  /** The id of the known device, or null. */
  readonly deviceId: string | null;
  /** Names the attempt, to remove it again. */
  readonly attempt: string;
  /** Who waits for the hash. */
  readonly asker: Asker;
}

/**
 * Counts a try to sign in before it runs. After ten for the account in 15 minutes each one needs a proof of work, and after
 * `accountsPerAddress` accounts from one address too; those of known devices are counted apart, so that no stranger makes their owner
 * wait. Unknown accounts are counted the same way.
 * @throws 429 TOO_MANY_TRIES, with a challenge unless this place has used up its forty tries or is far above its distinct accounts; 422 CAPTCHA_FAILED
 */
export async function countLogin(ctx: PublicCtx, tried: Tried): Promise<Counted> {
  const at = ctx.clock.now();
  const subject = subjectOf(KIND, tried.identifier);
  const deviceId = await knownDeviceId(ctx, tried.device, tried.identifier);
  const address = deviceId === null ? networkOf(ctx.address, DOOR_BITS) : placeOfDevice(deviceId);
  const row = { kind: KIND, subject, address, at };
  const since = new Date(at.getTime() - attempts.windowMs);
  const place = { row, since, isKnown: deviceId !== null };
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const demanded = await demandOf(ctx, ctx.db, place);
  if (demanded !== null) await demandProof(ctx, tried.captcha, demanded);
  const attempt = await transact(ctx.db, async (tx) => {
    // Always the account first, then the address, to avoid deadlocks.
    await lockByName(tx, `${KIND} ${subject}`);
    if (deviceId === null) await lockByName(tx, `${KIND} ${row.address}`);
    const demandedNow = await demandOf(ctx, tx, place);
    // Others have tried meanwhile.
    if (demanded === null && demandedNow !== null) throw await proofDemanded(ctx, demandedNow);
    return insertAttempt(tx, row);
  });
  const { captcha } = tried;
  const asker = askerOf(ctx, { ...row, captcha, isProven: demanded !== null, isKnown: deviceId !== null });
  return { deviceId, attempt, asker };
}

/** The next free place costs work for this long at least, ms. */
const CROWDED_MS = 1_000;

/** Who waits for a hash after this attempt: an account from its known devices together, else the visitors of a network. */
function askerOf(
  ctx: PublicCtx,
  {
    subject,
    address,
    captcha,
    isProven,
    isKnown = false,
  }: { subject: string; address: string; captcha: string | undefined; isProven: boolean; isKnown?: boolean },
): Asker {
  return {
    line: isProven ? 'proven' : isKnown ? 'known' : 'unproven',
    key: isKnown ? subject : address,
    prove: () => demandProof(ctx, captcha, { subject, level: 0, waitMs: CROWDED_MS }),
  };
}

/**
 * Refuses a try to sign in that would find no place, before anything is read or counted: such tries are repeated at once.
 * @throws 429 TOO_MANY_TRIES with a challenge
 */
export async function refuseCrowd(ctx: PublicCtx, { identifier, captcha, device }: Tried): Promise<void> {
  if (captcha !== undefined || device !== undefined) return;
  const subject = subjectOf(KIND, identifier);
  const address = networkOf(ctx.address, DOOR_BITS);
  const asker = askerOf(ctx, { subject, address, captcha, isProven: false });
  if (!hasPlace(asker)) await asker.prove();
}

interface Place {
  readonly row: { kind: string; subject: string; address: string; at: Date };
  readonly since: Date;
  readonly isKnown: boolean;
}

/**
 * The work that the next try needs, or null.
 * @throws 429 TOO_MANY_TRIES when this place has tried this account forty times
 */
async function demandOf(ctx: PublicCtx, db: Database, place: Place) {
  const { row, since, isKnown } = place;
  const { own, known, all } = await countTries(db, row, since);
  if (own >= attempts.perPair) {
    const first = await findNthLatestAttempt(db, row, since, attempts.perPair, row.address);
    throw tooManyTries(msUntilExpiry(first, row.at));
  }
  const ofAccount = isKnown
    ? await demandOnDevices(db, place, { own, known })
    : await demandOnStrangers(db, place, { own, all });
  // Mobile carriers share one address among thousands of users, so this counts distinct accounts, not attempts.
  const ofAddress = isKnown ? null : await demandOnAddress(ctx, db, place);
  if (ofAccount === null || ofAddress === null) return ofAccount ?? ofAddress;
  return { ...ofAccount, level: Math.max(ofAccount.level, ofAddress.level) };
}

async function demandOnStrangers(
  db: Database,
  { row, since }: Place,
  { own, all }: { own: number; all: number },
) {
  if (all < attempts.perAccount) return null;
  const first = await findNthLatestAttempt(db, row, since, attempts.perAccount);
  return demandFor(row, first, Math.max(Math.floor(own / attempts.workStep), levelOf(all)));
}

async function demandOnDevices(
  db: Database,
  { row, since }: Place,
  { own, known }: { own: number; known: number },
) {
  if (own < attempts.perAccount && known < attempts.perDevices) return null;
  const first =
    own < attempts.perAccount
      ? await findNthLatestAttempt(db, row, since, attempts.perDevices, KNOWN_DEVICES)
      : await findNthLatestAttempt(db, row, since, attempts.perAccount, row.address);
  return demandFor(row, first, Math.max(Math.floor(own / attempts.workStep), levelOf(known)));
}

async function demandOnAddress(ctx: PublicCtx, db: Database, { row, since }: Place) {
  const count = await countFromAddress(db, row, since);
  const { level, waitMs } = workOfAddress(ctx, count, row.at, attempts.windowMs);
  return level === null ? null : { subject: row.subject, level, waitMs };
}

const levelOf = (tries: number) => attempts.workStepsOfAccount.filter((step) => tries >= step).length;

const demandFor = (row: Place['row'], first: Date | null, level: number) => ({
  subject: row.subject,
  level,
  waitMs: msUntilExpiry(first, row.at),
});

/** Returns how long it takes until the first attempt no longer counts. */
const msUntilExpiry = (first: Date | null, now: Date): number =>
  (first ?? now).getTime() + attempts.windowMs - now.getTime();

/**
 * Counts what a person may do a few times a day, successful or not, whatever became of it. The caller has locked the user's row, so that
 * concurrent calls wait.
 * @throws 429 TOO_MANY_TRIES after a few in a day, with the seconds to wait
 */
export async function countOfDay(ctx: Ctx, tx: Database, kind: keyof typeof caps.perDay): Promise<void> {
  const at = ctx.clock.now();
  const row = { kind, subject: subjectOf(kind, ctx.actor._id), address: '', at };
  const first = await findNthLatestAttempt(tx, row, new Date(at.getTime() - DAY_MS), caps.perDay[kind]);
  if (first !== null) throw tooManyTries(first.getTime() + DAY_MS - at.getTime());
  await insertAttempt(tx, row);
}

const REPLACED = 'replaced-phone';
const replacedRow = ({ clock }: Pick<SystemCtx, 'clock'>, userId: string) => ({
  kind: REPLACED,
  subject: subjectOf(REPLACED, userId),
  address: '',
  at: clock.now(),
});

/** Notes that staff have replaced the telephone of an account (rule 49). */
export async function noteReplacedPhone(ctx: Pick<SystemCtx, 'clock'>, tx: Database, userId: string) {
  await insertAttempt(tx, replacedRow(ctx, userId));
}

/**
 * Whoever replaces a number may have the new one: a code sent to it sets no password for a day, in which the owner, who is told on the
 * old one, can call.
 * @throws 403 PHONE_REPLACED
 */
export async function refuseReplacedPhone(ctx: Pick<SystemCtx, 'clock'>, tx: Database, userId: string) {
  const row = replacedRow(ctx, userId);
  const since = new Date(row.at.getTime() - DAY_MS);
  if ((await findNthLatestAttempt(tx, row, since, 1)) !== null) throw new Refusal('PHONE_REPLACED');
}

const GUESS = 'prescription';

/**
 * Runs a search whose key could be guessed. Every miss counts for the account, whatever the endpoint; concurrent searches
 * wait for a lock, so that they cannot exceed the limit.
 * @returns null for a miss
 * @throws 429 TOO_MANY_TRIES after ten misses in an hour, with the seconds to wait
 */
export async function guardGuesses<T>(
  ctx: Ctx,
  search: (tx: Database) => Promise<T | null>,
): Promise<T | null> {
  const now = ctx.clock.now();
  const row = { kind: GUESS, subject: subjectOf(GUESS, ctx.actor._id), address: '', at: now };
  // Before the lock, so that repeated guesses are refused cheaply.
  await refuseAfterMisses(ctx.db, row);
  return transact(ctx.db, async (tx) => {
    await lockByName(tx, `${GUESS} ${row.subject}`);
    await refuseAfterMisses(tx, row);
    const found = await search(tx);
    if (found === null) await insertAttempt(tx, row);
    return found;
  });
}

async function refuseAfterMisses(
  db: Database,
  row: { kind: string; subject: string; at: Date },
): Promise<void> {
  const first = await findNthLatestAttempt(
    db,
    row,
    new Date(row.at.getTime() - HOUR_MS),
    attempts.missesPerHour,
  );
  if (first !== null) throw tooManyTries(first.getTime() + HOUR_MS - row.at.getTime());
}

/**
 * Runs a search by a token of this kind, for a visitor. After many misses of one network address within an hour each call needs a
 * proof of work, as neighbours of a guesser have tokens too (rule 56).
 * @param proof the header of a call with a solved challenge
 * @returns null for a miss
 * @throws 429 TOO_MANY_TRIES
 */
export async function guardUnknown<T>(
  ctx: PublicCtx,
  proof: unknown,
  search: () => Promise<T | null>,
  kind: 'pay-link' | 'stock-key' = 'pay-link',
): Promise<T | null> {
  const at = ctx.clock.now();
  const subject = subjectOf(kind, networkOf(ctx.address, DOOR_BITS));
  const row = { kind, subject, address: '', at };
  const since = new Date(at.getTime() - HOUR_MS);
  const first = await findNthLatestAttempt(ctx.db, row, since, attempts.unknownLinksPerHour);
  const isProven = first !== null && typeof proof === 'string' && (await verifyProof(ctx, proof)) !== null;
  if (first !== null && !isProven) throw tooManyTries(first.getTime() + HOUR_MS - at.getTime());
  const found = await search();
  // Whoever has done the work is counted by it (http/bind.ts).
  if (found === null && !isProven) await insertAttempt(ctx.db, row);
  return found;
}

const SIGN_IN = 'signed-in';

const signInRow = (ctx: PublicCtx, identifier: string) => ({
  kind: SIGN_IN,
  subject: subjectOf(SIGN_IN, identifier),
  address: '',
  at: ctx.clock.now(),
});

/**
 * The refusal after too many sign-ins of one account within a minute, else null. Only successful sign-ins count: someone
 * without the password cannot block the account.
 */
export async function tooManySignIns(
  ctx: PublicCtx,
  db: Database,
  identifier: string,
): Promise<Refusal | null> {
  const row = signInRow(ctx, identifier);
  const since = new Date(row.at.getTime() - MINUTE_MS);
  const first = await findNthLatestAttempt(db, row, since, ctx.limits.signInsPerMinute);
  return first === null ? null : tooManyTries(first.getTime() + MINUTE_MS - row.at.getTime());
}

export async function countSignIn(ctx: PublicCtx, tx: Database, identifier: string): Promise<void> {
  await insertAttempt(tx, signInRow(ctx, identifier));
}

/**
 * Counts a guess, and once an hour records that too many were made for an account. Later ones are refused without looking the
 * account up.
 * @returns what `count` returns
 * @throws what `count` throws
 */
export async function noteLockout<T>(
  { db, clock, log }: Pick<SystemCtx, 'db' | 'clock' | 'log'>,
  subject: string,
  findAccount: () => Promise<UserRow | null>,
  count: () => Promise<T>,
): Promise<T> {
  try {
    return await count();
  } catch (error) {
    const isLocked = error instanceof Refusal && error.code === 'TOO_MANY_TRIES';
    if (isLocked && isFirstThisHour(db, clock.now(), `lock-out ${subject}`)) {
      const user = await findAccount();
      logSecurity(log, { event: 'lock-out', user: user?.id ?? null });
      const lines = user ? [{ action: 'lock-out' as const, ...aboutAccount(user) }] : [];
      await recordOnceAnHour({ clock }, db, lines);
    }
    throw error;
  }
}

/** A device stays known for this long after its last sign-in. */
export const KNOWN_MS = 90 * DAY_MS;

type DeviceCtx = Pick<SystemCtx, 'db' | 'clock'>;

const knownSince = ({ clock }: Pick<SystemCtx, 'clock'>) => new Date(clock.now().getTime() - KNOWN_MS);

/**
 * Marks the device of a successful sign-in, so that wrong tries of strangers do not count against it. The mark opens nothing:
 * its holder needs the password too, and another password makes it void. The caller has locked the user's row.
 * @param sent the mark of an earlier sign-in
 * @returns the mark that the device keeps
 */
export async function markDevice(
  { clock }: DeviceCtx,
  tx: Database,
  userId: string,
  sent: string | undefined,
): Promise<string> {
  const seenAt = clock.now();
  const isKnown =
    sent !== undefined &&
    (await touchKnownDevice(tx, { markHash: tokenHash(sent), userId, seenAt }, knownSince({ clock })));
  if (isKnown) return sent;
  const mark = newToken();
  const markHash = tokenHash(mark);
  await insertKnownDevice(tx, { markHash, userId, seenAt });
  await trimKnownDevices(tx, userId, { newest: markHash, limit: caps.knownDevices });
  return mark;
}

/**
 * The id of a device that has signed in to the account of this phone or e-mail, else null. Only a mark that was sent is
 * looked up, so that it tells nothing about the account.
 */
export async function knownDeviceId(
  ctx: DeviceCtx,
  sent: string | undefined,
  identifier: string,
): Promise<string | null> {
  if (sent === undefined || sent === '') return null;
  const markHash = tokenHash(sent);
  return (await findKnownDevice(ctx.db, { markHash, identifier }, knownSince(ctx))) ? markHash : null;
}

/** The place of a known device among the attempts. */
export const placeOfDevice = (id: string): string => `${DEVICE}${id}`;

/** Multiples of `accountsPerAddress` at which the work doubles: people behind the same address need seconds. */
const DOUBLES_AT = [3, 6];
/** The multiple above which an address is refused: no carrier has so many people at once who sign in wrongly. */
const REFUSED_AT = 10;

/**
 * The level of work that another account from this network address needs; null below `accountsPerAddress`.
 * @throws 429 TOO_MANY_TRIES far above it, with the seconds to wait
 */
function workOfAddress(
  { limits }: Pick<SystemCtx, 'limits'>,
  { others, first }: AddressCount,
  now: Date,
  windowMs: number,
): { readonly level: number | null; readonly waitMs: number } {
  const waitMs = (first ?? now).getTime() + windowMs - now.getTime();
  const times = others / limits.accountsPerAddress;
  if (times >= REFUSED_AT) throw tooManyTries(waitMs);
  return { level: times < 1 ? null : DOUBLES_AT.filter((at) => times >= at).length, waitMs };
}

interface Demand extends Work {
  /** No proof is demanded any more after this time. */
  readonly waitMs: number;
}

/**
 * Accepts a proof of work, once.
 * @throws 429 TOO_MANY_TRIES with the challenge to solve, without a proof or with one of less work; 422 CAPTCHA_FAILED
 */
export async function demandProof(ctx: PublicCtx, sent: string | undefined, demand: Demand): Promise<void> {
  if (sent === undefined || !isEnough(sent, demand)) throw await proofDemanded(ctx, demand);
  await acceptCaptcha(ctx, sent);
}

async function proofDemanded(ctx: PublicCtx, demand: Demand): Promise<Refusal> {
  return tooManyTries(demand.waitMs, { challenge: await newChallenge(ctx, demand) });
}

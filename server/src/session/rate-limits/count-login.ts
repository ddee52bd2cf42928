import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { tooManyTries } from '../../refusal.ts';
import { LOGIN_WINDOW_MS, PER_ACCOUNT, PER_PAIR, subjectOf } from './count-attempt.ts';
import { demandProof, proofDemanded } from './demand-proof.ts';
import { knownDeviceId, placeOfDevice } from './known-device.ts';
import {
  countFromAddress,
  countTries,
  findNthLatestAttempt,
  insertAttempt,
  KNOWN_DEVICES,
} from './queries.ts';
import { workOfAddress } from './work-of-address.ts';

const KIND = 'login';
/** From one place: the work doubles with every ten tries. */
const STEP = 10;
/** For the account, from all places: the work doubles once, then again, and no more, so that its owner needs seconds. */
const STEPS_OF_ACCOUNT = [100, 400];
/** All known devices of an account, together: a former friend or a thief may have several. */
const PER_DEVICES = 20;

interface Tried {
  readonly identifier: string;
  /** A solved challenge. */
  readonly captcha?: string | undefined;
  /** The device token of an earlier sign-in. */
  readonly device?: string | undefined;
}

interface Counted {
  /** The id of the known device, or null. */
  readonly known: string | null;
  /** Names the attempt, to remove it again. */
  readonly attempt: string;
}

/**
 * Counts a try to sign in before it runs. After ten for the account in 15 minutes each one needs a proof of work, and after
 * ADDRESS_LIMIT accounts from one address too; those of known devices are counted apart, so that no stranger makes their owner
 * wait. Unknown accounts are counted the same way.
 * @throws 429 TOO_MANY_TRIES, with a challenge unless this place has used up its forty tries or is far above its distinct accounts; 422 CAPTCHA_FAILED
 */
export async function countLogin(ctx: PublicCtx, tried: Tried): Promise<Counted> {
  const at = ctx.clock.now();
  const subject = subjectOf(KIND, tried.identifier);
  const known = await knownDeviceId(ctx, tried.device, tried.identifier);
  // An IPv6 address is counted by its /64 network: one subscriber has all its addresses.
  const address = known === null ? normalizeIP(ctx.address) : placeOfDevice(known);
  const row = { kind: KIND, subject, address, at };
  const since = new Date(at.getTime() - LOGIN_WINDOW_MS);
  const place = { row, since, isKnown: known !== null };
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const demanded = await demandOf(ctx, ctx.db, place);
  if (demanded !== null) await demandProof(ctx, tried.captcha, demanded);
  const attempt = await transact(ctx.db, async (tx) => {
    // Always the account first, then the address, to avoid deadlocks.
    await lockByName(tx, `${KIND} ${subject}`);
    if (known === null) await lockByName(tx, `${KIND} ${row.address}`);
    const demandedNow = await demandOf(ctx, tx, place);
    // Others have tried meanwhile.
    if (demanded === null && demandedNow !== null) throw await proofDemanded(ctx, demandedNow);
    return insertAttempt(tx, row);
  });
  return { known, attempt };
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
  if (own >= PER_PAIR) {
    const first = await findNthLatestAttempt(db, row, since, PER_PAIR, row.address);
    throw tooManyTries(waitMsSince(first, row.at));
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
  if (all < PER_ACCOUNT) return null;
  const first = await findNthLatestAttempt(db, row, since, PER_ACCOUNT);
  return demandFor(row, first, Math.max(Math.floor(own / STEP), levelOf(all)));
}

async function demandOnDevices(
  db: Database,
  { row, since }: Place,
  { own, known }: { own: number; known: number },
) {
  if (own < PER_ACCOUNT && known < PER_DEVICES) return null;
  const first =
    own < PER_ACCOUNT
      ? await findNthLatestAttempt(db, row, since, PER_DEVICES, KNOWN_DEVICES)
      : await findNthLatestAttempt(db, row, since, PER_ACCOUNT, row.address);
  return demandFor(row, first, Math.max(Math.floor(own / STEP), levelOf(known)));
}

async function demandOnAddress(ctx: PublicCtx, db: Database, { row, since }: Place) {
  const count = await countFromAddress(db, row, since);
  const { level, waitMs } = workOfAddress(ctx, count, row.at, LOGIN_WINDOW_MS);
  return level === null ? null : { subject: row.subject, level, waitMs };
}

const levelOf = (tries: number) => STEPS_OF_ACCOUNT.filter((step) => tries >= step).length;

const demandFor = (row: Place['row'], first: Date | null, level: number) => ({
  subject: row.subject,
  level,
  waitMs: waitMsSince(first, row.at),
});

/** Until the first attempt no longer counts. */
const waitMsSince = (first: Date | null, now: Date): number =>
  (first ?? now).getTime() + LOGIN_WINDOW_MS - now.getTime();

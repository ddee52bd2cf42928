import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { transact } from '../../database/transaction.ts';
import { tooManyTries } from '../../refusal.ts';
import { LOGIN_WINDOW_MS, PER_ACCOUNT, PER_PAIR, subjectOf } from './count-attempt.ts';
import { demandProof, proofDemanded } from './demand-proof.ts';
import { knownDeviceId } from './known-device.ts';
import { countFromAddress, countTries, findNthLatestAttempt, insertAttempt } from './queries.ts';

const KIND = 'login';
/** From one place: the work doubles with every ten tries. */
const STEP = 10;
/** For the account, from all places: the work doubles once, then again, and no more, so that its owner needs seconds. */
const STEPS_OF_ACCOUNT = [100, 400];

interface Tried {
  readonly identifier: string;
  /** A solved challenge. */
  readonly captcha?: string | undefined;
  /** The device token of an earlier sign-in. */
  readonly device?: string | undefined;
}

/**
 * Counts a try to sign in before it runs. After ten for the account in 15 minutes each one needs a proof of work; those of a
 * known device are counted apart, so that no stranger makes its owner wait. Unknown accounts are counted the same way.
 * @returns the id of the known device, or null
 * @throws 429 TOO_MANY_TRIES, with a challenge unless this place has used up its forty tries or its distinct accounts; 422 CAPTCHA_FAILED
 */
export async function countLogin(ctx: PublicCtx, tried: Tried): Promise<string | null> {
  const at = ctx.clock.now();
  const subject = subjectOf(KIND, tried.identifier);
  const device = knownDeviceId(ctx, tried.device, subject);
  // An IPv6 address is counted by its /64 network: one subscriber has all its addresses.
  const address = device === null ? normalizeIP(ctx.address) : `device ${device}`;
  const row = { kind: KIND, subject, address, at };
  const since = new Date(at.getTime() - LOGIN_WINDOW_MS);
  const place = { row, since, isKnown: device !== null };
  // Before the lock: repeated attempts are refused cheaply and insert no rows.
  const demanded = await demandOf(ctx.db, place);
  if (demanded !== null) await demandProof(ctx, tried.captcha, demanded);
  await transact(ctx.db, async (tx) => {
    // Always the account first, then the address, to avoid deadlocks.
    await lockByName(tx, `${KIND} ${subject}`);
    const demandedNow = await demandOf(tx, place);
    // Others have tried meanwhile.
    if (demanded === null && demandedNow !== null) throw await proofDemanded(ctx, demandedNow);
    if (device === null) await refuseManyAccounts(ctx, tx, place);
    await insertAttempt(tx, row);
  });
  return device;
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
async function demandOf(db: Database, { row, since, isKnown }: Place) {
  const { own, all } = await countTries(db, row, since);
  if (own >= PER_PAIR) {
    const first = await findNthLatestAttempt(db, row, since, PER_PAIR, row.address);
    throw tooManyTries(waitMsSince(first, row.at));
  }
  if ((isKnown ? own : all) < PER_ACCOUNT) return null;
  const first = await findNthLatestAttempt(db, row, since, PER_ACCOUNT, isKnown ? row.address : undefined);
  const ofAccount = isKnown ? 0 : STEPS_OF_ACCOUNT.filter((step) => all >= step).length;
  const level = Math.max(Math.floor(own / STEP), ofAccount);
  return { subject: row.subject, level, waitMs: waitMsSince(first, row.at) };
}

/** Mobile carriers share one address among thousands of users, so this counts distinct accounts, not attempts. */
async function refuseManyAccounts(ctx: PublicCtx, tx: Database, { row, since }: Place): Promise<void> {
  await lockByName(tx, `${KIND} ${row.address}`);
  const { others, first } = await countFromAddress(tx, row, since);
  if (others >= ctx.settings.addressLimit) throw tooManyTries(waitMsSince(first, row.at));
}

/** Until the first attempt no longer counts. */
const waitMsSince = (first: Date | null, now: Date): number =>
  (first ?? now).getTime() + LOGIN_WINDOW_MS - now.getTime();

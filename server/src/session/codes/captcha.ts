import { randomInt } from 'node:crypto';
import { type Challenge, challenge, solvedChallenge } from '@amasin/domain/session/captcha.ts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { SystemCtx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { spendProof } from './proof-queries.ts';
import { keyFor } from './secrets.ts';

/** A challenge that is on the screen while somebody looks for their telephone. */
const LIVE_MS = 10 * 60_000;
/** Each step of the work is so many hashes: what a browser needs besides counts little. */
const HASHES_A_STEP = 10;

type CaptchaCtx = Pick<SystemCtx, 'clock' | 'linkSecret' | 'settings'>;

const keysOf = ({ linkSecret }: CaptchaCtx) => ({
  hmacSignatureSecret: keyFor(linkSecret, 'challenges'),
  hmacKeySignatureSecret: keyFor(linkSecret, 'solutions'),
});

/**
 * A proof of work: the browser looks for a number between half of CAPTCHA_WORK and the whole, so that it never takes
 * much longer than meant.
 */
export async function newChallenge(ctx: CaptchaCtx): Promise<Challenge> {
  const most = ctx.settings.captchaWork;
  const made = await createChallenge({
    algorithm: 'SHA-256',
    cost: HASHES_A_STEP,
    counter: randomInt(Math.ceil(most / 2), most + 1),
    deriveKey,
    // By our own clock: the library's `expiresAt` goes by the machine's.
    data: { until: ctx.clock.now().getTime() + LIVE_MS },
    ...keysOf(ctx),
  });
  return challenge.parse(made);
}

/**
 * Takes a proof of work, once.
 * @throws 422 CAPTCHA_FAILED: not ours, not solved, too late, or spent before
 */
export async function acceptCaptcha(ctx: CaptchaCtx & Pick<SystemCtx, 'db'>, sent: string): Promise<void> {
  const read = solvedChallenge.safeParse(parse(sent));
  if (!read.success) throw new Refusal('CAPTCHA_FAILED');
  const { verified } = await verifySolution({ ...read.data, deriveKey, ...keysOf(ctx) });
  const { parameters, signature } = read.data.challenge;
  const expiresAt = new Date(parameters.data.until);
  if (!verified || expiresAt <= ctx.clock.now()) throw new Refusal('CAPTCHA_FAILED');
  if (!(await spendProof(ctx.db, { signature, expiresAt }))) throw new Refusal('CAPTCHA_FAILED');
}

function parse(sent: string): unknown {
  try {
    return JSON.parse(Buffer.from(sent, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

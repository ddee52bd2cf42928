import type { PublicCtx } from '../../ctx.ts';
import { type Refusal, tooManyTries } from '../../refusal.ts';
import { acceptCaptcha, isEnough, newChallenge, type Work } from '../codes/captcha.ts';

interface Demand extends Work {
  /** Until no proof is demanded any more. */
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

export async function proofDemanded(ctx: PublicCtx, demand: Demand): Promise<Refusal> {
  return tooManyTries(demand.waitMs, { challenge: await newChallenge(ctx, demand) });
}

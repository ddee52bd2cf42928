import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, challenge, solvedChallenge } from '@amasin/domain/contract/captcha.ts';
import type { SystemCtx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { spendProof } from './code-queries.ts';

/** Long enough for a user to fill in the form. */
const LIFETIME_MS = 10 * 60_000;
/** Several hashes per step, so that the browser's overhead per step is negligible. */
const HASHES_PER_STEP = 10;

type CaptchaCtx = Pick<SystemCtx, 'clock' | 'linkSecrets' | 'limits'>;

/** The subject that a proof of work names, and how much work it must show. */
export interface Work {
  /** The account or number, hashed. */
  readonly subject: string;
  /** How many times `captchaWork` is doubled. */
  readonly level: number;
}

/**
 * Creates a proof-of-work challenge. The number to find is between half of the work and all of it, which bounds the
 * time that a browser needs.
 * @param work undefined: `captchaWork`, for any account or number
 */
export async function newChallenge(ctx: CaptchaCtx, work?: Work): Promise<Challenge> {
  const { createChallenge, deriveKey } = await loadAltcha();
  const max = ctx.limits.captchaWork * 2 ** (work?.level ?? 0);
  const created = await createChallenge({
    algorithm: 'SHA-256',
    cost: HASHES_PER_STEP,
    counter: randomInt(Math.ceil(max / 2), max + 1),
    deriveKey,
    // Checked with ctx.clock: the library's `expiresAt` uses the system clock.
    data: {
      until: ctx.clock.now().getTime() + LIFETIME_MS,
      ...(work && { for: work.subject, level: work.level }),
    },
    ...keysOf(ctx.linkSecrets[0]),
  });
  return challenge.parse(created);
}

/**
 * Accepts a proof of work once.
 * @throws 422 CAPTCHA_FAILED when it is forged, unsolved, expired or already used
 */
export async function acceptCaptcha(ctx: CaptchaCtx & Pick<SystemCtx, 'db'>, sent: string): Promise<void> {
  const proof = await verifyProof(ctx, sent);
  if (proof === null || !(await spendProof(ctx.db, proof))) throw new Refusal('CAPTCHA_FAILED');
}

/** Checks a proof of work, without using it up. @returns what identifies it, or null when it is forged, unsolved or expired */
export async function verifyProof(
  ctx: CaptchaCtx,
  sent: string,
): Promise<{ signature: string; expiresAt: Date } | null> {
  const parsed = solvedChallenge.safeParse(parse(sent));
  if (!parsed.success) return null;
  const { verifySolution, deriveKey } = await loadAltcha();
  let isVerified = false;
  for (const secret of ctx.linkSecrets) {
    isVerified ||= (await verifySolution({ ...parsed.data, deriveKey, ...keysOf(secret) })).verified;
  }
  const { parameters, signature } = parsed.data.challenge;
  const expiresAt = new Date(parameters.data.until);
  return isVerified && expiresAt > ctx.clock.now() ? { signature, expiresAt } : null;
}

/** Whether a solved challenge, valid or not, is for this work. */
export function isEnough(sent: string, { subject, level }: Work): boolean {
  const parsed = solvedChallenge.safeParse(parse(sent));
  // Accepting it will fail.
  if (!parsed.success) return true;
  const { for: given, level: done = 0 } = parsed.data.challenge.parameters.data;
  return given === undefined ? level === 0 : given === subject && done >= level;
}

function parse(sent: string): unknown {
  try {
    return JSON.parse(Buffer.from(sent, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

/** Loads the library for the first challenge: few people need one. */
async function loadAltcha() {
  const [library, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/sha'),
  ]);
  return { ...library, deriveKey };
}

const keysOf = (linkSecret: string) => ({
  hmacSignatureSecret: keyFor(linkSecret, 'challenges'),
  hmacKeySignatureSecret: keyFor(linkSecret, 'solutions'),
});

/** A separate key for each use, so that a signature for one is invalid for another. */
export function keyFor(secret: string, use: string): string {
  return createHmac('sha256', secret).update(`key for ${use}`).digest('hex');
}

/** Six digits from a cryptographic random source. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The stored form of a code: keyed, because six digits could be found from a plain hash. */
export function codeHash(secret: string, subject: string, code: string): string {
  return createHmac('sha256', keyFor(secret, 'codes')).update(`${subject}:${code}`).digest('hex');
}

import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { ApiError } from '../lib/api/api-error.ts';

/** Others may try the same account meanwhile, which makes more work necessary. */
const MAX_PROOFS = 3;

/** Sends a call, again with the proof of work that its refusal asks for. */
export async function withProof<T>(send: (captcha?: string) => Promise<T>): Promise<T> {
  let captcha: string | undefined;
  for (let made = 0; ; made += 1) {
    try {
      return await send(captcha);
    } catch (error) {
      const challenge = made < MAX_PROOFS ? challengeOf(error) : null;
      if (challenge === null) throw error;
      const { solve } = await import('./recovery/captcha.ts');
      captcha = await solve(challenge).catch(() => Promise.reject(error));
    }
  }
}

function challengeOf(error: unknown): Challenge | null {
  if (!(error instanceof ApiError)) return null;
  return (error.body as { challenge?: Challenge } | undefined)?.challenge ?? null;
}

import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { ApiError } from '../lib/api-error.ts';

const KEY = 'device';

/** The mark that an earlier sign-in gave to this device; it stays after signing out. */
export function readDevice(): string | undefined {
  try {
    return window.localStorage.getItem(KEY) ?? undefined;
  } catch {
    // The browser refuses storage: the device is not known.
    return undefined;
  }
}

function keepDevice(device: string): void {
  try {
    window.localStorage.setItem(KEY, device);
  } catch {
    // Not known at the next sign-in.
  }
}

/** Forgets that somebody has signed in here, whose account is deleted. */
export function forgetDevice(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Where storage is refused, nothing was kept.
  }
}

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
      const { solve } = await import('./captcha.ts');
      captcha = await solve(challenge).catch(() => Promise.reject(error));
    }
  }
}

function challengeOf(error: unknown): Challenge | null {
  if (!(error instanceof ApiError)) return null;
  return (error.body as { challenge?: Challenge } | undefined)?.challenge ?? null;
}

type Proofs = { device?: string; captcha?: string };

/** Signs in as a known device, with a proof of work if the server asks for it. */
export async function enter<T extends { device: string }>(send: (proofs: Proofs) => Promise<T>): Promise<T> {
  const device = readDevice();
  const entered = await withProof((captcha) =>
    send({ ...(device !== undefined && { device }), ...(captcha !== undefined && { captcha }) }),
  );
  keepDevice(entered.device);
  return entered;
}

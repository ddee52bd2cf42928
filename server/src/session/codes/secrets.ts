import { createHmac, randomInt } from 'node:crypto';

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

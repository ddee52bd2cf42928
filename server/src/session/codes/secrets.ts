import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** A key of its own for each use, so that what is signed for one is worth nothing for another. */
export function keyFor(secret: string, use: string): string {
  return createHmac('sha256', secret).update(`key for ${use}`).digest('hex');
}

/** Six digits from the system's secure source. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** What is stored of a code: six digits are soon guessed from a plain hash, not from one that takes our secret. */
export function codeHash(secret: string, subject: string, code: string): string {
  return createHmac('sha256', keyFor(secret, 'codes')).update(`${subject}:${code}`).digest('hex');
}

/** Compares in a time that tells nothing of where they differ. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Argon2id. The library's own constant is an ambient const enum, which type stripping cannot resolve.
const ARGON2ID = 2;

/** No password has this hash; verifying against it takes as long as against a real one. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

let last: Promise<unknown> = Promise.resolve();

/** Runs one hash at a time in this process: the threads of the pool would otherwise take every core. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => null);
  return result;
}

/** Keyboards type « é » as one sign or as two: the hash is of one form (rule 46). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), { algorithm: ARGON2ID, ...cost }));
}

/** `old`: right, but hashed in another form than `hashPassword` hashes. */
export type PasswordMatch = 'none' | 'same' | 'old';

/**
 * Compares a password with a stored hash, also with hashes of its other forms, which earlier versions stored. The time of a wrong
 * one depends on what was typed alone: without a hash (unknown account) it takes as long.
 */
export async function matchPassword(stored: string | null, password: string): Promise<PasswordMatch> {
  const forms = new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
  for (const [index, form] of [...forms].entries()) {
    const isMatch = await inTurn(() => verify(stored ?? decoy, form));
    if (stored !== null && isMatch) return index === 0 ? 'same' : 'old';
  }
  return 'none';
}

/** Whether the password matches. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return (await matchPassword(stored, password)) !== 'none';
}

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

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { algorithm: ARGON2ID, ...cost }));
}

/** Whether the password matches. Without a hash (unknown account) it takes as long and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isMatch = await inTurn(() => verify(stored ?? decoy, password));
  return stored !== null && isMatch;
}

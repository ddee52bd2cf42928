import { normalForm } from '@amasin/domain/contract/normal-form.ts';
import { plainPassword } from '@amasin/domain/users/password.ts';
import { hash, verify } from '@node-rs/argon2';
import { tooManyTries } from '../refusal.ts';
import { places } from '../settings/limits.ts';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Argon2id. The library's own constant is an ambient const enum, which type stripping cannot resolve.
const ARGON2ID = 2;

/** No password has this hash; verifying against it takes as long as against a real one. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Keyboards type one password in several forms: the hash is of one (rule 46). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(plainPassword(password), { algorithm: ARGON2ID, ...cost }));
}

/** `old`: right, but hashed in another form than `hashPassword` hashes. */
type PasswordMatch = 'none' | 'same' | 'old';

/**
 * Compares a password with a stored hash, also with hashes of its other forms, which earlier versions stored. The time of a wrong
 * one depends on what was typed alone: without a hash (unknown account) it takes as long.
 */
export async function matchPassword(stored: string | null, password: string): Promise<PasswordMatch> {
  const whole = normalForm(password, 'NFC');
  const forms = new Set([
    plainPassword(password),
    whole,
    password,
    normalForm(password, 'NFD'),
    // Telephones put this apostrophe by themselves, and it was hashed so.
    plainPassword(whole).replaceAll("'", '\u2019'),
  ]);
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

/**
 * Whoever waits for a password hash, some 25 ms each, waits in one of these lines, which are served in turn: strangers without a proof
 * of work, strangers and crowded devices with one, known devices, signed-in people.
 */
type Line = 'unproven' | 'proven' | 'known' | 'signedIn';

export interface Asker {
  readonly line: Line;
  /** The network or the account. Those who wait in a line are served in turn too, so that many calls of one delay no other. */
  readonly key: string;
  /** Accepts a proof of work in place of a free place. @throws 429 TOO_MANY_TRIES without one */
  readonly prove: () => Promise<void>;
}

type Waiting = Map<string, (() => void)[]>;
const lines: Readonly<Record<Line, Waiting>> = {
  unproven: new Map(),
  proven: new Map(),
  known: new Map(),
  signedIn: new Map(),
};
const order = Object.keys(lines) as Line[];
let isHashing = false;

const full = () => Promise.reject(tooManyTries(1_000));

/** A person who gives their own password, or whose code was right: they have been limited before. */
export const personOf = (key: string): Asker => ({ line: 'signedIn', key, prove: full });

/** Whether another one of this line and key may wait. */
export function hasPlace({ line, key }: Pick<Asker, 'line' | 'key'>): boolean {
  const waiting = lines[line];
  let total = 0;
  for (const calls of waiting.values()) total += calls.length;
  return total < places.hashes[line].all && (waiting.get(key)?.length ?? 0) < places.hashes[line].ofOne;
}

/**
 * Hashes a password. Called once everything else has been checked and counted, so that a call that is refused anyway takes no
 * place. Where none is free, a proof of work opens another line.
 * @param uncount removes the attempt that was counted, when there is no place for it
 * @throws 429 TOO_MANY_TRIES when too many calls wait in this process, of all or of this asker; with a challenge, unless one was
 * solved already
 */
export async function admitHashing<T>(
  { line, key, prove }: Asker,
  hash: () => Promise<T>,
  uncount: () => Promise<void>,
): Promise<T> {
  let chosen = line;
  try {
    if (!hasPlace({ line, key })) {
      await (line === 'proven' ? full() : prove());
      chosen = 'proven';
      if (!hasPlace({ line: chosen, key })) await full();
    }
  } catch (error) {
    await uncount();
    throw error;
  }
  await new Promise<void>((resolve) => {
    const calls = lines[chosen].get(key) ?? [];
    lines[chosen].set(key, [...calls, resolve]);
    serveNext();
  });
  try {
    return await hash();
  } finally {
    isHashing = false;
    serveNext();
  }
}

/** Serves the first call of the next key of the next line; both then come last. */
function serveNext(): void {
  if (isHashing) return;
  for (const line of [...order]) {
    order.push(...order.splice(order.indexOf(line), 1));
    for (const [key, [first, ...others]] of lines[line]) {
      lines[line].delete(key);
      if (others.length > 0) lines[line].set(key, others);
      if (first === undefined) continue;
      isHashing = true;
      first();
      return;
    }
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one hash at a time in this process: the threads of the pool would otherwise take every core. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => null);
  return result;
}

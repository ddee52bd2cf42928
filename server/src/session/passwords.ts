import { normalizeIP } from '@fastify/rate-limit';
import { hash, verify } from '@node-rs/argon2';
import { tooManyTries } from '../refusal.ts';
import { placeOfDevice } from './limits.ts';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Argon2id. The library's own constant is an ambient const enum, which type stripping cannot resolve.
const ARGON2ID = 2;

/** No password has this hash; verifying against it takes as long as against a real one. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Keyboards type « é » as one sign or as two: the hash is of one form (rule 46). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), { algorithm: ARGON2ID, ...cost }));
}

/** `old`: right, but hashed in another form than `hashPassword` hashes. */
type PasswordMatch = 'none' | 'same' | 'old';

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

/** Limits how many callers wait for a password hash, some 25 ms each, and how many of one address. */
interface Queue {
  readonly places: number;
  readonly share: number;
  readonly waiting: Map<string, number>;
}

/** Visitors by network address, which a mobile carrier shares among thousands: a second of hashing, a quarter of it for each. */
const visitors: Queue = { places: 40, share: 10, waiting: new Map() };
/** Known devices and signed-in people: strangers take none of their places. */
const known: Queue = { places: 40, share: 10, waiting: new Map() };

export interface Asker {
  readonly queue: Queue;
  readonly key: string;
}

/** @param device the id of a known device, or null */
export const visitorOf = (address: string, device: string | null = null): Asker =>
  device === null
    ? { queue: visitors, key: normalizeIP(address) }
    : { queue: known, key: placeOfDevice(device) };

export const accountOf = ({ _id }: { readonly _id: string }): Asker => ({ queue: known, key: _id });

/**
 * Hashes a password. Called once everything else has been checked and counted, so that a call that is refused anyway takes no
 * place of the queue.
 * @param uncount removes the attempt that was counted, when there is no place for it
 * @throws 429 TOO_MANY_TRIES when too many calls wait in this process, of all or of this asker
 */
export async function admitHashing<T>(
  { queue, key }: Asker,
  hash: () => Promise<T>,
  uncount: () => Promise<void>,
): Promise<T> {
  const own = queue.waiting.get(key) ?? 0;
  if (own >= queue.share || totalOf(queue) >= queue.places) {
    await uncount();
    throw tooManyTries(1_000);
  }
  queue.waiting.set(key, own + 1);
  try {
    return await hash();
  } finally {
    const left = (queue.waiting.get(key) ?? 1) - 1;
    if (left === 0) queue.waiting.delete(key);
    else queue.waiting.set(key, left);
  }
}

/** Counts all that wait: a queue has at most forty keys. */
function totalOf({ waiting }: Queue): number {
  let total = 0;
  for (const count of waiting.values()) total += count;
  return total;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one hash at a time in this process: the threads of the pool would otherwise take every core. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => null);
  return result;
}

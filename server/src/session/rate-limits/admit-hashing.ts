import { normalizeIP } from '@fastify/rate-limit';
import { tooManyTries } from '../../refusal.ts';
import { placeOfDevice } from './known-device.ts';

/** Who may wait for a password hash, some 25 ms each, and how many of them. */
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

export const personOf = ({ _id }: { readonly _id: string }): Asker => ({ queue: known, key: _id });

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

/** At most forty keys. */
function totalOf({ waiting }: Queue): number {
  let total = 0;
  for (const count of waiting.values()) total += count;
  return total;
}

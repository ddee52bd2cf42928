import { availableParallelism } from 'node:os';
import { Refusal } from '../refusal.ts';
import { childPool } from './child-pool.ts';
import type { Redrawing, redraw } from './redraw-in-child.ts';

type Drawn = Awaited<ReturnType<typeof redraw>>;

const run = childPool<Redrawing, Drawn>(new URL('./redraw.child.ts', import.meta.url), {
  // Two at most, and one core is left to the server and its database.
  processes: Math.max(1, Math.min(2, availableParallelism() - 1)),
  // Photographs sent by our pages (2,000 pixels) take a tenth of a second.
  waiting: 100,
  // The slowest pictures of 50 megapixels take four seconds.
  jobMs: 15_000,
  // Almost all of them take less than 500 MB.
  megabytes: 550,
  failure: 'FILE_TOO_LARGE',
});

/**
 * Re-encodes a picture (see redraw-in-child.ts) in a process of its own.
 * @throws 415 FILE_TYPE when it is not a picture of this type; 413 FILE_TOO_LARGE in pixels, in bytes once re-encoded, or
 * when drawing it takes too much memory or time; 503 UNAVAILABLE when too many wait
 */
export async function redrawPicture(bytes: Uint8Array, type: Redrawing['type']): Promise<Uint8Array> {
  const drawn = await run({ bytes, type });
  if (typeof drawn === 'string') throw new Refusal(drawn);
  return drawn;
}

import { createHash } from 'node:crypto';
import { childPool } from '../../files/isolation/child-pool.ts';
import type { PrintedPrescription } from './render-prescription.ts';

/** Drawn prescriptions kept in memory, about 30 kB each. */
const MAX_KEPT = 100;

const render = childPool<PrintedPrescription, Uint8Array>(new URL('./render.child.ts', import.meta.url), {
  processes: 1,
  // A tenth of a second each.
  waiting: 50,
  jobMs: 15_000,
  megabytes: 300,
  failure: 'UNAVAILABLE',
});

/** By a digest of all that is printed; the least recently used one is first. */
const kept = new Map<string, Promise<Uint8Array>>();

/**
 * The PDF of a prescription, drawn by a process of its own, once for the same content.
 * @throws 503 UNAVAILABLE when too many wait
 */
export function printOnce(printed: PrintedPrescription): Promise<Uint8Array> {
  const content = createHash('sha256').update(JSON.stringify(printed)).digest('base64');
  const bytes = kept.get(content) ?? render(printed);
  kept.delete(content);
  kept.set(content, bytes);
  bytes.catch(() => kept.delete(content));
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return bytes;
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { childPool } from '../files/child-pool.ts';
import type { Sheet } from './sheet.ts';

/** Draws a sheet as a PDF in a process of its own. @throws 503 UNAVAILABLE when too many wait */
export const drawPdf = childPool<Sheet, Uint8Array>(new URL('./draw.child.ts', import.meta.url), {
  // A statement of 5,000 lines takes ten seconds: the papers of others do not wait for it.
  processes: 2,
  // A few tenths of a second each.
  waiting: 50,
  jobMs: 60_000,
  megabytes: 300,
  failure: 'UNAVAILABLE',
});

/** The PDFs by a digest of their sheet; each takes about 30 kB. */
const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: 100 });

/** Draws a sheet like `drawPdf`, but the same content only once. */
export function drawPdfOnce(sheet: Sheet): Promise<Uint8Array> {
  const content = createHash('sha256').update(JSON.stringify(sheet)).digest('base64');
  const bytes = drawn.get(content) ?? drawPdf(sheet);
  drawn.set(content, bytes);
  bytes.catch(() => drawn.delete(content));
  return bytes;
}

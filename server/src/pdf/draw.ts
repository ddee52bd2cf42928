import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { childPool } from '../files/child-pool.ts';
import type { Sheet } from './sheet.ts';

const poolOf = (waiting: number, jobMs: number) =>
  childPool<Sheet, Uint8Array>(new URL('./draw.child.ts', import.meta.url), {
    processes: 1,
    waiting,
    jobMs,
    megabytes: 300,
    failure: 'UNAVAILABLE',
  });

/** Draws a long paper as a PDF in a process of its own: some take ten seconds, on a busy machine a minute. @throws 503 UNAVAILABLE when too many wait */
export const drawPdf = poolOf(10, 120_000);

/** Papers of a page or two, a few tenths of a second each: they do not wait for long ones. */
const drawShort = poolOf(50, 60_000);

/** The PDFs by a digest of their sheet; each takes about 30 kB. */
const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: 100 });

/** Draws a short paper, the same content only once. @throws 503 UNAVAILABLE when too many wait */
export function drawPdfOnce(sheet: Sheet): Promise<Uint8Array> {
  const content = createHash('sha256').update(JSON.stringify(sheet)).digest('base64');
  const bytes = drawn.get(content) ?? drawShort(sheet);
  drawn.set(content, bytes);
  bytes.catch(() => drawn.delete(content));
  return bytes;
}

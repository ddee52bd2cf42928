import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { childPool } from './child-pool.ts';
import type { Redrawing } from './redraw-in-child.ts';
import { pngChunk, writePng } from './write-png.fixture.ts';

// Pictures made to cost memory: measured from outside, two of the first kind took 3.9 GB, two of the second 22.9 GB.

const run = childPool<Redrawing, { drawn: Uint8Array | string; peak: number }>(
  new URL('./measured-redraw.fixture.ts', import.meta.url),
  { processes: 1, waiting: 10, jobMs: 60_000, megabytes: 550, failure: 'FILE_TOO_LARGE' },
);

/** A process with the image library takes 90 MB. */
const LITTLE_MB = 200;

it.each([
  [50_000_000, 1],
  [1, 50_000_000],
  [16_385, 10],
])('refuses a PNG of %i by %i pixels before decoding it', async (width, height) => {
  const { drawn, peak } = await run({ bytes: writePng({ width, height }), type: 'image/png' });
  expect(drawn).toBe('FILE_TOO_LARGE');
  expect(peak).toBeLessThan(LITTLE_MB);
});

it('accepts the longest side', async () => {
  const { drawn } = await run({ bytes: writePng({ width: 16_384, height: 10 }), type: 'image/png' });
  expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 16_384, height: 10 });
});

it.each([1, 4, 8, 100])('inflates none of 90 compressed texts and profiles of %i MB', async (megabytes) => {
  const inflated = deflateSync(Buffer.alloc(megabytes * 1_000_000 - 1, 'text'));
  const chunk = (type: string, head: string) =>
    pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), inflated]));
  const before = Array.from({ length: 30 }, () => [
    chunk('zTXt', 'Comment\0\0'),
    chunk('iTXt', 'Comment\0\x01\0\0\0'),
    chunk('iCCP', 'Profile\0\0'),
  ]).flat();
  const bytes = writePng({ width: 40, height: 40 }, { before });
  const { drawn, peak } = await run({ bytes, type: 'image/png' });
  expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 40, height: 40 });
  expect(peak).toBeLessThan(LITTLE_MB);
});

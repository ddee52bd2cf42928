import { expect, test } from 'vitest';
import { type Drawing, shrinkImage } from './shrink-image.ts';

const pictureOf = (bytes: number, name = 'photo.jpg') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/** Returns images of these sizes, one after the other, and records the calls. */
function drawsOf(...sizes: number[]) {
  const drawings: (Drawing & { from: number })[] = [];
  const redraw = async (source: File, drawing: Drawing) => {
    drawings.push({ ...drawing, from: source.size });
    return pictureOf(sizes[drawings.length - 1] ?? sizes.at(-1) ?? 0);
  };
  return { drawings, redraw };
}

test('an image below the target after the first attempt is drawn once, at 2000 pixels', async () => {
  const { drawings, redraw } = drawsOf(310_000);
  expect((await shrinkImage(pictureOf(6_000_000), redraw)).size).toBe(310_000);
  expect(drawings).toEqual([{ side: 2000, quality: 0.8, from: 6_000_000 }]);
});

test('lowers quality, then size, until the image is below 400 kB', async () => {
  const { drawings, redraw } = drawsOf(900_000, 650_000, 400_000, 399_999);
  expect((await shrinkImage(pictureOf(6_000_000), redraw)).size).toBe(399_999);
  expect(drawings.map(({ side }) => side)).toEqual([2000, 2000, 1800, 1600]);
  expect(drawings.map(({ quality }) => quality)).toEqual([0.8, 0.65, 0.55, 0.5]);
});

test('decodes the original once', async () => {
  const { drawings, redraw } = drawsOf(900_000, 700_000, 300_000);
  await shrinkImage(pictureOf(6_000_000), redraw);
  expect(drawings.map(({ from }) => from)).toEqual([6_000_000, 900_000, 900_000]);
});

test('returns the smallest result when none is below the target', async () => {
  const { drawings, redraw } = drawsOf(900_000, 800_000, 850_000);
  expect((await shrinkImage(pictureOf(6_000_000), redraw)).size).toBe(800_000);
  expect(drawings).toHaveLength(7);
});

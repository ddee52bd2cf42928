import { expect, test } from 'vitest';
import { type Drawing, shrinkImage } from './shrink-image.ts';

const pictureOf = (bytes: number, name = 'photo.jpg') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/** A photograph of 12 megapixels. */
const photograph = async () => ({ width: 4000, height: 3000 });

/** Returns images of these sizes, one after the other, and records the calls. */
function drawsOf(...sizes: number[]) {
  const drawings: (Drawing & { from: number })[] = [];
  const redraw = async (source: File, drawing: Drawing) => {
    drawings.push({ ...drawing, from: source.size });
    return pictureOf(sizes[drawings.length - 1] ?? sizes.at(-1) ?? 0);
  };
  return { drawings, redraw };
}

test('an image below the target after the first attempt is drawn once, with three megapixels', async () => {
  const { drawings, redraw } = drawsOf(310_000);
  expect((await shrinkImage(pictureOf(6_000_000), redraw, photograph)).size).toBe(310_000);
  expect(drawings).toEqual([{ side: 2000, quality: 0.8, from: 6_000_000 }]);
});

test('lowers quality, then size, until the image is below 400 kB', async () => {
  const { drawings, redraw } = drawsOf(900_000, 650_000, 400_000, 399_999);
  expect((await shrinkImage(pictureOf(6_000_000), redraw, photograph)).size).toBe(399_999);
  expect(drawings.map(({ side }) => side)).toEqual([2000, 2000, 1800, 1600]);
  expect(drawings.map(({ quality }) => quality)).toEqual([0.8, 0.65, 0.55, 0.5]);
});

test('decodes the original once', async () => {
  const { drawings, redraw } = drawsOf(900_000, 700_000, 300_000);
  await shrinkImage(pictureOf(6_000_000), redraw, photograph);
  expect(drawings.map(({ from }) => from)).toEqual([6_000_000, 900_000, 900_000]);
});

test('returns the smallest result when none is below the target', async () => {
  const { drawings, redraw } = drawsOf(900_000, 800_000, 850_000);
  expect((await shrinkImage(pictureOf(6_000_000), redraw, photograph)).size).toBe(800_000);
  expect(drawings).toHaveLength(7);
});

test.each([
  [1080, 4800],
  [1080, 12_000],
  [12_000, 1080],
  [720, 3000],
])('letters of 36 pixels stay above 20 in an image of %d by %d, at every attempt', async (width, height) => {
  const { drawings, redraw } = drawsOf(900_000);
  await shrinkImage(pictureOf(6_000_000), redraw, async () => ({ width, height }));
  expect(drawings).toHaveLength(7);
  for (const { side } of drawings) expect((36 * side) / Math.max(width, height)).toBeGreaterThan(20);
});

test('a small image is not enlarged', async () => {
  const { drawings, redraw } = drawsOf(300_000);
  await shrinkImage(pictureOf(500_000), redraw, async () => ({ width: 480, height: 640 }));
  expect(drawings).toMatchObject([{ side: 640 }]);
});

test('an image that would not be legible is refused before it is sent', async () => {
  const { drawings, redraw } = drawsOf(900_000);
  const sending = shrinkImage(pictureOf(6_000_000), redraw, async () => ({ width: 1080, height: 40_000 }));
  await expect(sending).rejects.toThrow(/trop longue pour rester lisible/);
  expect(drawings).toEqual([]);
});

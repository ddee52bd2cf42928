import { refusals } from '@amasin/domain/contract/refusals.ts';
import { expect, test, vi } from 'vitest';
import { type Drawing, prepareFile, shrinkImage } from './prepare-file.ts';

const pdf = vi.hoisted(() => ({ opening: async (): Promise<unknown> => ({}) }));
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  GlobalWorkerOptions: {},
  getDocument: () => ({ promise: pdf.opening() }),
}));

const never = async (): Promise<File> => expect.fail('it was shrunk');
const failure = (preparing: Promise<File>) =>
  preparing.then(
    () => expect.fail('it was accepted'),
    (error: Error) => error.message,
  );

test('a PDF is not shrunk, whatever type the device reports', async () => {
  const pdf = new File(['%PDF-1.7 … %%EOF'], 'ordonnance.pdf', { type: 'application/pdf' });
  expect(await prepareFile(pdf, never)).toMatchObject({
    name: 'ordonnance.pdf',
    type: 'application/pdf',
    size: pdf.size,
  });
  const untyped = await prepareFile(
    new File(['\ufeff\n%PDF-1.4 … %%EOF', new Uint8Array(2_000)], 'scan'),
    never,
  );
  expect(untyped.type).toBe('application/pdf');
});

test('an image is shrunk, even one without a type', async () => {
  const shrunk = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  const shrink = vi.fn(async () => shrunk);
  expect(await prepareFile(new File(['y'], 'a.png', { type: 'image/png' }), shrink)).toBe(shrunk);
  expect(await prepareFile(new File(['y'], 'IMG_1'), shrink)).toBe(shrunk);
  expect(shrink).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'image/jpeg' }));
});

test.each([
  ['a text file', new File(['bonjour'], 'a.txt', { type: 'text/plain' })],
  ['a PDF that was cut', new File(['%PDF-1.7 …'], 'a.pdf', { type: 'application/pdf' })],
  ['an empty file', new File([], 'a.jpg', { type: 'image/jpeg' })],
])('%s is refused', async (_what, file) => {
  expect(await failure(prepareFile(file, never))).toBe(refusals.FILE_TYPE.message);
});

test('a PDF that asks for a password is refused, one that is only protected is not', async () => {
  const file = new File(['%PDF-1.7 trailer << /Encrypt 6 0 R >> %%EOF'], 'a.pdf', {
    type: 'application/pdf',
  });
  pdf.opening = () => Promise.reject(Object.assign(new Error('no'), { name: 'PasswordException' }));
  expect(await failure(prepareFile(file, never))).toMatch(/^Ce PDF demande un mot de passe/);
  // Not opened at all: it does not say that it is encrypted.
  const open = new File(['%PDF-1.7 %%EOF'], 'a.pdf', { type: 'application/pdf' });
  expect((await prepareFile(open, never)).size).toBe(open.size);
  pdf.opening = async () => ({ loadingTask: { destroy: async () => undefined } });
  expect((await prepareFile(file, never)).size).toBe(file.size);
  // The reader did not load: whoever reads the file is told.
  pdf.opening = () => Promise.reject(new Error('no network'));
  expect((await prepareFile(file, never)).size).toBe(file.size);
});

test('a file above 10 MB is refused', async () => {
  const heavy = new File(['%PDF-1.7', new Uint8Array(10 * 1024 * 1024)], 'a.pdf', {
    type: 'application/pdf',
  });
  expect(await failure(prepareFile(heavy, never))).toBe(refusals.FILE_TOO_LARGE.message);
});

test.each([
  ['a PDF', '%PDF-1.7 … %%EOF', 'application/pdf'],
  ['a picture', 'les points', 'image/png'],
])('%s that changes on the device after it was chosen is sent as it was', async (_what, content, type) => {
  const file = new File([content], 'ordonnance', { type });
  const prepared = await prepareFile(file, async (picture) => picture);
  file.slice = () => {
    throw new DOMException('changed', 'NotReadableError');
  };
  expect(prepared).not.toBe(file);
  expect(await prepared.text()).toBe(content);
});

test('an unreadable file is refused', async () => {
  const gone = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  expect(await failure(prepareFile(gone, never))).toBe(
    'Ce fichier ne peut pas être lu. Choisissez-en un autre.',
  );
});

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

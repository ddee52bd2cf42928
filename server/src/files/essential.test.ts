import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureTypeOf, readJpeg, readPng, readWebp } from './picture-header.ts';
import { pngChunk, writePng } from './write-png.fixture.ts';

const SIZE = { width: 30, height: 20 };
const readers = { jpeg: readJpeg, png: readPng, webp: readWebp };

/** A picture with a colour profile, texts, EXIF data and an appended archive. */
async function fullPicture(format: keyof typeof readers): Promise<Buffer> {
  const picture = await sharp({ create: { ...SIZE, channels: 3, background: '#c03' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .toFormat(format, { quality: 80 })
    .toBuffer();
  return Buffer.concat([picture, Buffer.from('PK archive')]);
}

it.each(['jpeg', 'png', 'webp'] as const)('keeps of a %s its pixels and its orientation', async (format) => {
  const file = await fullPicture(format);
  expect(pictureTypeOf(file)).toBe(`image/${format}`);
  expect(await sharp(file).metadata()).toMatchObject({ icc: expect.any(Buffer), xmp: expect.any(Buffer) });
  const header = readers[format](file);
  expect(header).toMatchObject(SIZE);
  const kept = header!.essential;
  const { icc, xmp, orientation, ...found } = await sharp(kept).metadata();
  expect([icc, xmp, orientation]).toEqual([undefined, undefined, 6]);
  expect(found).toMatchObject({ format, ...SIZE });
});

it('drops EXIF data that is too long', async () => {
  const exif = pngChunk('eXIf', Buffer.alloc(70_000));
  const header = readPng(writePng(SIZE, { before: [exif] }));
  expect(header!.essential.includes('eXIf')).toBe(false);
  const webp = await fullPicture('webp');
  const at = webp.indexOf('EXIF');
  const grown = Buffer.concat([webp.subarray(0, at), Buffer.from('EXIF'), Buffer.alloc(70_004)]);
  grown.writeUInt32LE(70_000, at + 4);
  grown.writeUInt32LE(grown.length - 8, 4);
  expect(await sharp(readWebp(grown)!.essential).metadata()).toMatchObject({ format: 'webp', ...SIZE });
});

it('reads a file with many parts', () => {
  const chunks = Buffer.concat(Array(100_000).fill(pngChunk('tEXt')));
  expect(readPng(writePng(SIZE, { before: [chunks] }))!.essential.length).toBeLessThan(200);
});

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { redrawPicture } from './redraw.ts';

/** Upper half black, lower half white, 8 by 6, with the metadata of a phone. */
async function photograph(format: 'jpeg' | 'png' | 'webp', orientation: number): Promise<Buffer> {
  const create = (height: number, background: string) => ({
    create: { width: 8, height, channels: 3 as const, background },
  });
  return sharp(create(6, '#fff'))
    .composite([{ input: create(3, '#000'), top: 0, left: 0 }])
    .withMetadata({ orientation, density: 300 })
    .withExifMerge({
      IFD0: { Make: 'Tecno', Model: 'Spark 10', Artist: 'Afi Kpadé' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '6/1 22/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 23/1 0/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Cotonou, Fidjrossè</rdf></x:xmpmeta>')
    .toFormat(format, { lossless: true, quality: 100 })
    .toBuffer();
}

const formats = [
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
] as const;

describe.each(formats)('a %s', (format, type) => {
  it('loses its location, camera and author', async () => {
    const sent = await photograph(format, 1);
    expect(await sharp(sent).metadata()).toMatchObject({ exif: expect.any(Buffer), xmp: expect.any(Buffer) });
    const drawn = Buffer.from(await redrawPicture(sent, type));
    const { exif, xmp, icc, iptc, orientation } = await sharp(drawn).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
    for (const word of ['Spark', 'Tecno', 'Afi', 'Fidjross', 'Exif', 'GPS']) {
      expect(drawn.includes(word), word).toBe(false);
    }
  });

  it('is rotated by its EXIF orientation', async () => {
    // 6: the camera was rotated by 90° to the left; the upper side is on the right.
    const drawn = await redrawPicture(await photograph(format, 6), type);
    const { data, info } = await sharp(drawn).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([6, 8]);
    const row = [...data.subarray(0, 6 * info.channels)].filter((_, index) => index % info.channels === 0);
    expect(row.map((grey) => (grey < 128 ? 'black' : 'white'))).toEqual([
      ...Array(3).fill('white'),
      ...Array(3).fill('black'),
    ]);
  });

  it('has an unchanged size', async () => {
    const drawn = await redrawPicture(await photograph(format, 1), type);
    expect(await sharp(drawn).metadata()).toMatchObject({ format, width: 8, height: 6 });
  });
});

it('lowers the quality instead of rejecting a picture that would exceed 10 MB', async () => {
  const noise = Buffer.alloc(3600 * 3600 * 3).map((_, index) => (index * 7919) % 251);
  const sent = await sharp(noise, { raw: { width: 3600, height: 3600, channels: 3 } })
    .jpeg({ quality: 45 })
    .toBuffer();
  expect(sent.length).toBeLessThan(10 * 1024 * 1024);
  expect((await redrawPicture(sent, 'image/jpeg')).length).toBeLessThan(10 * 1024 * 1024);
});

it.each(['jpeg', 'webp'] as const)('does not make a %s shrunk by a browser much larger', async (format) => {
  const noise = Buffer.from(
    Array.from({ length: 400 * 400 * 3 }, (_, n) => (n * 7919 + ((n * n) % 251)) % 256),
  );
  const raw = { raw: { width: 400, height: 400, channels: 3 as const } };
  const sent = await sharp(noise, raw).toFormat(format, { quality: 60 }).toBuffer();
  const drawn = await redrawPicture(sent, `image/${format}`);
  expect(drawn.length).toBeLessThan(sent.length * 1.35);
});

describe('a JPEG that readers open although it is not exact', () => {
  const picture = async () => {
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, n) => (n * 7919) % 251));
    return sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .jpeg({ quality: 80 })
      .toBuffer();
  };
  /** With these bytes before the second segment, which begins after that of the application. */
  const withBytes = (sent: Buffer, bytes: number[]) => {
    const at = 4 + sent.readUInt16BE(4);
    return Buffer.concat([sent.subarray(0, at), Buffer.from(bytes), sent.subarray(at)]);
  };
  const pixels = async (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

  it.each([
    ['no end mark', (sent: Buffer) => sent.subarray(0, -2)],
    ['two other bytes between segments', (sent: Buffer) => withBytes(sent, [0, 0x41])],
    ['a false marker between segments', (sent: Buffer) => withBytes(sent, [0xff, 0x00, 0x12])],
  ])('with %s is drawn whole', async (_, damage) => {
    const sent = await picture();
    const whole = await pixels(await redrawPicture(Buffer.from(sent), 'image/jpeg'));
    expect(await pixels(await redrawPicture(damage(sent), 'image/jpeg'))).toEqual(whole);
  });

  it.each([0.5, 0.9])('is refused when only %d of it has arrived', async (part) => {
    const sent = await picture();
    const cut = sent.subarray(0, Math.floor(sent.length * part));
    await expect(redrawPicture(cut, 'image/jpeg')).rejects.toMatchObject({ code: 'FILE_TYPE' });
  });
});

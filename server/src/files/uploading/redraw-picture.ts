import { MAX_FILE_BYTES, MAX_PIXELS } from '@amasin/domain/files/file-category.ts';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../../refusal.ts';
import { limitConcurrency } from './limit-concurrency.ts';

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

// Only these decoders, and from memory only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
// One thread per picture and two pictures at once (50 megapixels take 300 MB): the four threads of the
// process also hash passwords and read files.
sharp.concurrency(1);
const inQueue = limitConcurrency(2);

/** Decoding usually takes a second or two; a longer one is treated as an attack, s. */
const TIMEOUT_S = 30;

// Without optimised coding, which saves a twentieth of the size but needs the whole picture in memory.
const asJpeg = (quality: number) => (it: Sharp) => it.jpeg({ quality, optimiseCoding: false });
const asWebp = (quality: number) => (it: Sharp) => it.webp({ quality, effort: 2 });
const asPng = (palette: boolean) => (it: Sharp) => it.png({ palette });

/** The encodings of each type, tried in order while the result is larger than the upload, or over 10 MB. */
const encodings: Readonly<Record<PictureType, readonly ((drawing: Sharp) => Sharp)[]>> = {
  'image/jpeg': [asJpeg(85), asJpeg(70), asJpeg(50), asJpeg(30)],
  'image/png': [asPng(false), asPng(true)],
  'image/webp': [asWebp(85), asWebp(70), asWebp(50), asWebp(30)],
};

/**
 * Re-encodes the first frame of a picture with its orientation applied, without metadata (location, camera,
 * comments) or appended data.
 * @throws 415 FILE_TYPE when it is not a picture of this type; 413 FILE_TOO_LARGE in pixels, or in bytes once re-encoded
 */
export function redrawPicture(sent: Uint8Array, type: PictureType): Promise<Uint8Array> {
  return inQueue(async () => {
    await measure(sent, type);
    for (const [nth, write] of encodings[type].entries()) {
      const drawing = sharp(sent, { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true });
      const drawn = await readable(write(drawing).timeout({ seconds: TIMEOUT_S }).toBuffer());
      // A picture shrunk by a browser should not grow again; text stays legible at a lower quality.
      const isLarger = nth === 0 && type !== 'image/png' && drawn.length > sent.length;
      if (!isLarger && drawn.length <= MAX_FILE_BYTES) return drawn;
    }
    throw new Refusal('FILE_TOO_LARGE');
  });
}

/** Checks type and size in the header, before any pixels are decoded. */
async function measure(sent: Uint8Array, type: PictureType): Promise<void> {
  const { format, width, height } = await readable(
    sharp(sent, { failOn: 'error', limitInputPixels: false }).metadata(),
  );
  if (`image/${format}` !== type) throw new Refusal('FILE_TYPE');
  if (width * height > MAX_PIXELS) throw new Refusal('FILE_TOO_LARGE');
}

/** @throws 415 FILE_TYPE when decoding fails */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw new Refusal('FILE_TYPE');
  }
}

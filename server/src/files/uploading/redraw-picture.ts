import { MAX_FILE_BYTES, MAX_PIXELS } from '@amasin/domain/files/file-category.ts';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../../refusal.ts';
import { inTurn } from './in-turn.ts';

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

// Of all that the library can read, what we take, and that from memory only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
// One thread a picture, two pictures at once (50 megapixels take 300 MB): the four threads of the process also hash
// passwords and read files.
sharp.concurrency(1);
const oneOfTwo = inTurn(2);

/** A picture takes a second or two; whatever takes so long was made to, s. */
const PATIENCE_S = 30;

// The best coding wants the whole picture in memory for a twentieth of the weight.
const asJpeg = (quality: number) => (it: Sharp) => it.jpeg({ quality, optimiseCoding: false });
const asWebp = (quality: number) => (it: Sharp) => it.webp({ quality, effort: 2 });
const asPng = (palette: boolean) => (it: Sharp) => it.png({ palette });

/** How each type is written, and how again where that is heavier than what came, or over 10 MB though it was not. */
const ways: Readonly<Record<PictureType, readonly ((drawing: Sharp) => Sharp)[]>> = {
  'image/jpeg': [asJpeg(85), asJpeg(70), asJpeg(50), asJpeg(30)],
  'image/png': [asPng(false), asPng(true)],
  'image/webp': [asWebp(85), asWebp(70), asWebp(50), asWebp(30)],
};

/**
 * Draws a picture anew: turned as its camera held it, its first frame, and nothing of what else the file held (place,
 * camera, comments, a second file behind the first).
 */
export function redrawPicture(sent: Uint8Array, type: PictureType): Promise<Uint8Array> {
  return oneOfTwo(async () => {
    await measure(sent, type);
    for (const [nth, write] of ways[type].entries()) {
      const drawing = sharp(sent, { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true });
      const drawn = await readable(write(drawing).timeout({ seconds: PATIENCE_S }).toBuffer());
      // What a browser has shrunk already is not made heavier again; lines of writing bear it.
      const isHeavier = nth === 0 && type !== 'image/png' && drawn.length > sent.length;
      if (!isHeavier && drawn.length <= MAX_FILE_BYTES) return drawn;
    }
    throw new Refusal('FILE_TOO_LARGE');
  });
}

/** By its head alone: nothing of the size that it claims has been unpacked yet. */
async function measure(sent: Uint8Array, type: PictureType): Promise<void> {
  const { format, width, height } = await readable(
    sharp(sent, { failOn: 'error', limitInputPixels: false }).metadata(),
  );
  if (`image/${format}` !== type) throw new Refusal('FILE_TYPE');
  if (width * height > MAX_PIXELS) throw new Refusal('FILE_TOO_LARGE');
}

/** What cannot be drawn is no picture. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw new Refusal('FILE_TYPE');
  }
}

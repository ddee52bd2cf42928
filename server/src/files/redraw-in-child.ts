import { MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE } from '@amasin/domain/files/file-category.ts';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { PictureType } from './picture-type.ts';
import { withoutTexts } from './png-chunks.ts';

// Only these decoders are admitted, and from memory only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
// It has one thread: the other cores serve requests.
sharp.concurrency(1);

// Optimised coding would save a twentieth of the size, but needs the whole picture in memory.
const asJpeg = (quality: number) => (it: Sharp) => it.jpeg({ quality, optimiseCoding: false });
const asWebp = (quality: number) => (it: Sharp) => it.webp({ quality, effort: 2 });
const asPng = (palette: boolean) => (it: Sharp) => it.png({ palette });

/**
 * The encodings of each type, tried in order until the result is at most 10 MB. The first JPEG or WebP is also rejected
 * when it is larger than the upload.
 */
const encodings: Readonly<Record<PictureType, readonly ((drawing: Sharp) => Sharp)[]>> = {
  'image/jpeg': [asJpeg(85), asJpeg(70), asJpeg(50), asJpeg(30)],
  'image/png': [asPng(false), asPng(true)],
  'image/webp': [asWebp(85), asWebp(70), asWebp(50), asWebp(30)],
};

export interface Redrawing {
  readonly bytes: Uint8Array;
  /** Determined by its first bytes. */
  readonly type: PictureType;
}

/**
 * Re-encodes the first frame of a picture with its orientation applied, without metadata (location, camera, comments) or
 * appended data. Its size is read before anything is decoded.
 * @returns FILE_TYPE when it cannot be read; FILE_TOO_LARGE in pixels, or in bytes once re-encoded
 */
export async function redraw({
  bytes,
  type,
}: Redrawing): Promise<Uint8Array | 'FILE_TYPE' | 'FILE_TOO_LARGE'> {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sent = type === 'image/png' ? withoutTexts(given) : given;
  const isCut = type === 'image/jpeg' && lacksEnd(sent);
  const file = isCut ? Buffer.concat([sent, END]) : sent;
  // With the end mark, missing pixels are no error any more.
  const failOn = isCut ? 'warning' : 'error';
  const size = await sharp(file, { failOn, limitInputPixels: false }).metadata().catch(refusalOf);
  if (typeof size === 'string') return size;
  const { width, height } = size;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) return 'FILE_TOO_LARGE';
  for (const [nth, write] of encodings[type].entries()) {
    const drawing = sharp(file, { failOn, limitInputPixels: MAX_PIXELS, autoOrient: true });
    const drawn = await write(drawing).toBuffer().catch(refusalOf);
    if (typeof drawn === 'string') return drawn;
    // A picture shrunk by a browser should not grow again; text stays legible at a lower quality.
    const isLarger = nth === 0 && type !== 'image/png' && drawn.length > bytes.length;
    if (!isLarger && drawn.length <= MAX_FILE_BYTES) return drawn;
  }
  return 'FILE_TOO_LARGE';
}

const SCAN = Buffer.from([0xff, 0xda]);
const END = Buffer.from([0xff, 0xd9]);

/** Whether the end mark of a JPEG is missing, as some cameras leave it out; a thumbnail before the pixels has its own. */
const lacksEnd = (file: Buffer) => file.lastIndexOf(END) < file.lastIndexOf(SCAN);

/** A WebP takes the memory of its pixels when its size is read: one that claims too many has none left. */
const refusalOf = (error: Error) => (/out of memory/.test(error.message) ? 'FILE_TOO_LARGE' : 'FILE_TYPE');

import { refusals } from '@amasin/domain/contract/refusals.ts';
import { MAX_FILE_BYTES, MAX_SIDE } from '@amasin/domain/files/file-category.ts';
import { isEncrypted, lengthBeforePdf, trimPdf } from '@amasin/domain/files/pdf.ts';
import { needsPassword } from './open-pdf.ts';

/** Why a file is refused before the upload; `message` is shown. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileProblem';
  }
}

/** Eight seconds at 400 kbit/s. */
const TARGET_BYTES = 400_000;

/** The short side of a long screenshot: letters of 36 pixels, on a screen of 1080, stay above 20. */
const SHORT_SIDE = 640;

const TOO_LONG = 'Cette image est trop longue pour rester lisible. Envoyez-la en plusieurs parties.';

const WITH_PASSWORD =
  'Ce PDF demande un mot de passe : personne ne pourrait le lire. Envoyez-le sans mot de passe, ou prenez-le en photo.';

type Size = { width: number; height: number };

export type Drawing = {
  /** Longest side in pixels; smaller images are not enlarged. */
  side: number;
  /** JPEG quality, 0 to 1. */
  quality: number;
};

/** Quality goes down before size: handwriting stays legible in a large image of low quality. */
const attempts = [
  { pixels: 3_000_000, quality: 0.8 },
  { pixels: 3_000_000, quality: 0.65 },
  { pixels: 2_430_000, quality: 0.55 },
  { pixels: 1_920_000, quality: 0.5 },
  { pixels: 1_229_000, quality: 0.5 },
  { pixels: 750_000, quality: 0.45 },
  { pixels: 480_000, quality: 0.4 },
] as const;

type Redraw = (picture: File, drawing: Drawing) => Promise<File>;
type Measure = (picture: File) => Promise<Size>;

/**
 * The image as a JPEG below 400 kB, or the smallest one of all attempts.
 * @throws FileProblem when it cannot be read, or is so long that nobody could read it
 */
export async function shrinkImage(
  picture: File,
  redraw: Redraw = redrawInBrowser,
  measure: Measure = measureInBrowser,
): Promise<File> {
  const size = await measure(picture);
  let smallest = picture;
  let source = picture;
  for (const [attempt, { pixels, quality }] of attempts.entries()) {
    const drawn = await redraw(source, { side: longSideOf(size, pixels), quality });
    // Later attempts start from the first result: decoding the original is slow on a small phone.
    if (attempt === 0) {
      smallest = drawn;
      source = drawn;
    }
    if (drawn.size < smallest.size) smallest = drawn;
    if (smallest.size < TARGET_BYTES) break;
  }
  return smallest;
}

/** The long side that gives so many pixels, or more where the short side would be too short to read. */
function longSideOf({ width, height }: Size, pixels: number): number {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const scale = Math.min(1, Math.max(Math.sqrt(pixels / (width * height)), SHORT_SIDE / short));
  const side = Math.round(long * scale);
  if (side > MAX_SIDE) throw new FileProblem(TOO_LONG);
  return side;
}

async function redrawInBrowser(picture: File, { side, quality }: Drawing): Promise<File> {
  const { default: Compressor } = await import('compressorjs');
  return new Promise((resolve, reject) => {
    new Compressor(picture, {
      maxWidth: side,
      maxHeight: side,
      quality,
      mimeType: 'image/jpeg',
      success: (drawn) => resolve(drawn instanceof File ? drawn : new File([drawn], picture.name, drawn)),
      error: () => reject(new FileProblem(unreadable(picture))),
    });
  });
}

async function measureInBrowser(picture: File): Promise<Size> {
  const url = URL.createObjectURL(picture);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new FileProblem(unreadable(picture)));
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function unreadable({ name, type }: File): string {
  return /heic|heif/i.test(`${type} ${name}`)
    ? 'Ce navigateur ne lit pas les photos HEIC. Prenez la photo ici, ou choisissez une image JPEG ou PNG.'
    : 'Cette image ne peut pas être lue. Prenez une autre photo, ou choisissez un autre fichier.';
}

/**
 * The file to upload: a shrunk image, or the PDF itself.
 * @throws FileProblem for other, unreadable and too large files
 */
export async function prepareFile(file: File, shrink = shrinkImage): Promise<File> {
  const isPdf = lengthBeforePdf(await read(file, 1024)) !== null;
  const prepared = isPdf ? file : await shrinkPicture(file, shrink);
  if (prepared.size > MAX_FILE_BYTES) throw new FileProblem(refusals.FILE_TOO_LARGE.message);
  if (!isPdf) return prepared;
  // A download that was cut has no end: said before it is sent.
  const bytes = await read(file, file.size);
  if (trimPdf(bytes) === null) throw new FileProblem(refusals.FILE_TYPE.message);
  const kept = inMemory(bytes, file, 'application/pdf');
  if (isEncrypted(bytes) && (await needsPassword(kept))) throw new FileProblem(WITH_PASSWORD);
  return kept;
}

/**
 * The bytes that were read: a file that changes on the device after it was chosen, or goes with its card, can no longer be sent
 * by the browser.
 */
const inMemory = (bytes: BlobPart, { name }: File, type: string): File => new File([bytes], name, { type });

async function shrinkPicture(file: File, shrink: typeof shrinkImage): Promise<File> {
  // Some file managers set no type: the browser detects images by content.
  const untyped = file.type === '' || file.type === 'application/octet-stream';
  if (file.size === 0 || !(untyped || file.type.startsWith('image/')))
    throw new FileProblem(refusals.FILE_TYPE.message);
  return shrink(inMemory(await read(file, file.size), file, untyped ? 'image/jpeg' : file.type));
}

async function read(file: File, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // Moved meanwhile, or in cloud storage that does not respond.
    throw new FileProblem('Ce fichier ne peut pas être lu. Choisissez-en un autre.');
  }
}

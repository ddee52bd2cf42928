import { FileProblem } from './file-problem.ts';

/** Eight seconds at 400 kbit/s. */
const TARGET_BYTES = 400_000;

export type Drawing = {
  /** Longest side in pixels; smaller images are not enlarged. */
  side: number;
  /** Of the JPEG, 0 to 1. */
  quality: number;
};

/** Quality goes down before size: handwriting stays legible in a large image of low quality. */
const drawings: readonly Drawing[] = [
  { side: 2000, quality: 0.8 },
  { side: 2000, quality: 0.65 },
  { side: 1800, quality: 0.55 },
  { side: 1600, quality: 0.5 },
  { side: 1280, quality: 0.5 },
  { side: 1000, quality: 0.45 },
  { side: 800, quality: 0.4 },
];

type Redraw = (picture: File, drawing: Drawing) => Promise<File>;

/**
 * The image as a JPEG below 400 kB, or the smallest one of all attempts.
 * @throws FileProblem when it cannot be read
 */
export async function shrinkImage(picture: File, redraw: Redraw = redrawInBrowser): Promise<File> {
  let smallest = picture;
  let source = picture;
  for (const [attempt, drawing] of drawings.entries()) {
    const drawn = await redraw(source, drawing);
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

function unreadable({ name, type }: File): string {
  return /heic|heif/i.test(`${type} ${name}`)
    ? 'Ce navigateur ne lit pas les photos HEIC. Prenez la photo ici, ou choisissez une image JPEG ou PNG.'
    : 'Cette image ne peut pas être lue. Prenez une autre photo, ou choisissez un autre fichier.';
}

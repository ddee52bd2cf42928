import { FileProblem } from './file-problem.ts';

/** What a picture may weigh once shrunk, bytes: eight seconds on a line of 400 kbit/s. */
const ENOUGH_BYTES = 400_000;

export type Drawing = {
  /** Longest side, pixels; a smaller picture is never enlarged. */
  side: number;
  /** Of the JPEG, 0 to 1. */
  quality: number;
};

/** Handwriting stays legible longer in a rough large picture than in a fine small one. */
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

/** A picture as a JPEG of less than 400 kB, or of the least that it takes; throws a `FileProblem` when unreadable. */
export async function shrinkImage(picture: File, redraw: Redraw = redrawInBrowser): Promise<File> {
  let [smallest, source] = [picture, picture];
  for (const [tries, drawing] of drawings.entries()) {
    const drawn = await redraw(source, drawing);
    // Later tries start from the first drawing: a camera's own picture is slow to read on a small telephone.
    if (tries === 0) [smallest, source] = [drawn, drawn];
    if (drawn.size < smallest.size) smallest = drawn;
    if (smallest.size < ENOUGH_BYTES) break;
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

import { refusals } from '@amasin/domain/contract/refusals.ts';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import { lengthBeforePdf, trimPdf } from '@amasin/domain/files/pdf.ts';
import { FileProblem } from './file-problem.ts';
import { shrinkImage } from './shrink-image.ts';

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
  if (trimPdf(await read(file, file.size)) === null) throw new FileProblem(refusals.FILE_TYPE.message);
  return asType(file, 'application/pdf');
}

async function shrinkPicture(file: File, shrink: typeof shrinkImage): Promise<File> {
  // Some file managers set no type: the browser detects images by content.
  const untyped = file.type === '' || file.type === 'application/octet-stream';
  if (file.size === 0 || !(untyped || file.type.startsWith('image/')))
    throw new FileProblem(refusals.FILE_TYPE.message);
  return shrink(untyped ? asType(file, 'image/jpeg') : file);
}

async function read(file: File, bytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // Moved meanwhile, or in cloud storage that does not respond.
    throw new FileProblem('Ce fichier ne peut pas être lu. Choisissez-en un autre.');
  }
}

const asType = (file: File, type: string): File =>
  file.type === type ? file : new File([file], file.name, { type });

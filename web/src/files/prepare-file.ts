import { refusals } from '@amasin/domain/contract/refusals.ts';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import { FileProblem } from './file-problem.ts';
import { shrinkImage } from './shrink-image.ts';

/** The signature of a PDF is within these first bytes. */
const HEAD_BYTES = 1024;

/**
 * The file to upload: a shrunk image, or the PDF itself.
 * @throws FileProblem for other, unreadable and too large files
 */
export async function prepareFile(file: File, shrink = shrinkImage): Promise<File> {
  const head = await readHead(file);
  const prepared = head.includes('%PDF-')
    ? asType(file, 'application/pdf')
    : await shrinkPicture(file, shrink);
  if (prepared.size > MAX_FILE_BYTES) throw new FileProblem(refusals.FILE_TOO_LARGE.message);
  return prepared;
}

async function shrinkPicture(file: File, shrink: typeof shrinkImage): Promise<File> {
  // Some file managers set no type: the browser detects images by content.
  const untyped = file.type === '' || file.type === 'application/octet-stream';
  if (file.size === 0 || !(untyped || file.type.startsWith('image/')))
    throw new FileProblem(refusals.FILE_TYPE.message);
  return shrink(untyped ? asType(file, 'image/jpeg') : file);
}

async function readHead(file: File): Promise<string> {
  try {
    return await file.slice(0, HEAD_BYTES).text();
  } catch {
    // Moved meanwhile, or in cloud storage that does not respond.
    throw new FileProblem('Ce fichier ne peut pas être lu. Choisissez-en un autre.');
  }
}

const asType = (file: File, type: string): File =>
  file.type === type ? file : new File([file], file.name, { type });

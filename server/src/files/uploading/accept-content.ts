import type { FileRow } from '../../database/schema/files.ts';
import { Refusal } from '../../refusal.ts';
import { pictureTypeOf } from '../pictures/picture-type.ts';
import { redrawPicture } from '../pictures/redraw-picture.ts';

export interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: FileRow['contentType'];
}

/**
 * The content to store: pictures re-encoded, PDFs unchanged.
 * @throws 415 FILE_TYPE for anything else, 413 FILE_TOO_LARGE, 503 UNAVAILABLE when too many pictures wait
 */
export async function acceptContent(sent: Uint8Array): Promise<Content> {
  const file = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  if (isPdf(file)) return { bytes: sent, contentType: 'application/pdf' };
  const contentType = pictureTypeOf(file);
  if (contentType === null) throw new Refusal('FILE_TYPE');
  return { bytes: await redrawPicture(sent, contentType), contentType };
}

/** PDF readers search the last kilobyte for the end marker; the header must be at the first byte. */
function isPdf(file: Buffer): boolean {
  return /^%PDF-\d/.test(file.toString('latin1', 0, 6)) && file.subarray(-1024).includes('%%EOF');
}

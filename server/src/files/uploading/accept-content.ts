import { trimPdf } from '@amasin/domain/files/pdf.ts';
import type { FileRow } from '../../database/schema/files.ts';
import { Refusal } from '../../refusal.ts';
import { pictureTypeOf } from '../pictures/picture-type.ts';
import { redrawPicture } from '../pictures/redraw-picture.ts';

export interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: FileRow['contentType'];
}

/**
 * The content to store: pictures re-encoded, PDFs unchanged but for what was added around them.
 * @throws 415 FILE_TYPE for anything else, 413 FILE_TOO_LARGE, 503 UNAVAILABLE when too many pictures wait
 */
export async function acceptContent(sent: Uint8Array): Promise<Content> {
  const pdf = trimPdf(sent);
  if (pdf !== null) return { bytes: pdf, contentType: 'application/pdf' };
  const file = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  const contentType = pictureTypeOf(file);
  if (contentType === null) throw new Refusal('FILE_TYPE');
  return { bytes: await redrawPicture(sent, contentType), contentType };
}

import { fileTypeFromBuffer } from 'file-type';
import type { FileRow } from '../../database/schema/files.ts';
import { Refusal } from '../../refusal.ts';
import { type PictureType, redrawPicture } from './redraw-picture.ts';

export interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: FileRow['contentType'];
}

const pictures: Readonly<Record<string, PictureType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  // The first frame of an animated PNG is an ordinary PNG.
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
};

/**
 * The content to store: pictures re-encoded, PDFs unchanged (RULES 32).
 * @throws 415 FILE_TYPE for anything else, 413 FILE_TOO_LARGE
 */
export async function acceptContent(sent: Uint8Array): Promise<Content> {
  if (isPdf(sent)) return { bytes: sent, contentType: 'application/pdf' };
  const mime = (await recognise(sent))?.mime;
  const contentType = mime === undefined ? undefined : pictures[mime];
  if (contentType === undefined) throw new Refusal('FILE_TYPE');
  return { bytes: await redrawPicture(sent, contentType), contentType };
}

/** PDF readers search the last kilobyte for the end marker; the header must be at the first byte. */
function isPdf(sent: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  return /^%PDF-\d/.test(text(sent.subarray(0, 6))) && text(sent.subarray(-1024)).includes('%%EOF');
}

async function recognise(sent: Uint8Array) {
  try {
    return await fileTypeFromBuffer(sent);
  } catch {
    // Too corrupt to be parsed.
    return undefined;
  }
}

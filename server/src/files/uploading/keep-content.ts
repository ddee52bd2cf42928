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
  // An animated PNG begins with a picture like any other.
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
};

/** What is kept of an upload, by its content: pictures drawn anew, PDFs byte for byte, nothing else (RULES 32). */
export async function keepContent(sent: Uint8Array): Promise<Content> {
  if (isPdf(sent)) return { bytes: sent, contentType: 'application/pdf' };
  const mime = (await recognise(sent))?.mime;
  const contentType = mime === undefined ? undefined : pictures[mime];
  if (contentType === undefined) throw new Refusal('FILE_TYPE');
  return { bytes: await redrawPicture(sent, contentType), contentType };
}

/** Readers of PDFs look for its end in the last kilobyte; we take no other beginning than the first byte. */
function isPdf(sent: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  return /^%PDF-\d/.test(text(sent.subarray(0, 6))) && text(sent.subarray(-1024)).includes('%%EOF');
}

async function recognise(sent: Uint8Array) {
  try {
    return await fileTypeFromBuffer(sent);
  } catch {
    // Too garbled even to be looked at.
    return undefined;
  }
}

import { type Header, keepParts, MAX_EXIF_BYTES } from './header.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const AROUND_BYTES = 12;

/** The chunks that are drawn, and the orientation. Texts and profiles may inflate to gigabytes. */
const essentials = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'eXIf', 'IDAT', 'IEND']);

/** @returns null when the file does not begin with a PNG header */
export function readPng(file: Buffer): Header | null {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return null;
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const parts = keepParts(file);
  parts.keep(0, SIGNATURE_BYTES);
  const seen = new Set<string>();
  for (let at = SIGNATURE_BYTES; at + AROUND_BYTES <= file.length && !seen.has('IEND'); ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = Math.min(at + AROUND_BYTES + length, file.length);
    const isTooLong = type === 'eXIf' && length > MAX_EXIF_BYTES;
    const isRepeated = type !== 'IDAT' && seen.has(type);
    if (essentials.has(type) && !isTooLong && !isRepeated) {
      seen.add(type);
      parts.keep(at, end);
    }
    at = end;
  }
  return { width, height, essential: parts.kept() };
}

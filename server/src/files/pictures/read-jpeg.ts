import { type Header, keepParts } from './header.ts';

const marker = { jfif: 0xe0, exif: 0xe1, adobe: 0xee, comment: 0xfe, scan: 0xda };

/** @returns null when the segments before the pixels are malformed */
export function readJpeg(file: Buffer): Header | null {
  const parts = keepParts(file);
  let size: Pick<Header, 'width' | 'height'> | null = null;
  let hasExif = false;
  parts.keep(0, 2);
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const code = file[at + 1] ?? 0;
    // A marker may be preceded by any number of these bytes.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === marker.scan) {
      parts.keep(at, file.length);
      return size && { ...size, essential: parts.kept() };
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length) return null;
    if (isFrame(code) && end - at >= 9) {
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    const isExif = code === marker.exif && file.toString('latin1', at + 4, at + 8) === 'Exif';
    if (isExif ? !hasExif : isEssential(code)) parts.keep(at, end);
    hasExif ||= isExif;
    at = end;
  }
  return null;
}

/** Start of frame: 0xc0 to 0xcf, except three tables. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** Everything but comments and the segments of applications; two of these say how colours are stored. */
const isEssential = (code: number) =>
  code < marker.jfif ? code >= 0xc0 : [marker.jfif, marker.adobe].includes(code);

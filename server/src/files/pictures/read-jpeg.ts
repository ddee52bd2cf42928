import { type Header, keepParts } from './header.ts';

const END = Buffer.from([0xff, 0xd9]);
const marker = { jfif: 0xe0, exif: 0xe1, adobe: 0xee, comment: 0xfe, scan: 0xda, end: 0xd9 };

/** @returns null when the segments before the pixels are malformed */
export function readJpeg(file: Buffer): Header | null {
  const parts = keepParts(file);
  let size: Pick<Header, 'width' | 'height'> | null = null;
  let hasExif = false;
  parts.keep(0, 2);
  for (let at = 2; at + 4 <= file.length; ) {
    const code = file[at + 1] ?? 0;
    // A marker may be preceded by any number of these bytes, and some cameras leave others between segments.
    if (file[at] !== 0xff || code === 0xff || code === 0) {
      at += 1;
      continue;
    }
    if (isWithoutLength(code)) {
      if (code === marker.end) return null;
      at += 2;
      continue;
    }
    if (code === marker.scan) {
      const isEndAdded = !file.includes(END, at);
      parts.keep(at, file.length);
      const essential = isEndAdded ? Buffer.concat([parts.kept(), END]) : parts.kept();
      return size && { ...size, essential, isEndAdded };
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

/** Restarts, start and end, and a reserved marker. */
const isWithoutLength = (code: number) => (code >= 0xd0 && code <= 0xd9) || code === 0x01;

/** Start of frame: 0xc0 to 0xcf, except three tables. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** Everything but comments and the segments of applications; two of these say how colours are stored. */
const isEssential = (code: number) =>
  code < marker.jfif ? code >= 0xc0 : [marker.jfif, marker.adobe].includes(code);

/** What a picture claims to be, read without decoding it. */
export interface Header {
  /** Pixels, before rotation. */
  readonly width: number;
  readonly height: number;
  /** The parts needed to draw it: no text, colour profile, thumbnail or appended data. */
  readonly essential: Buffer;
  /** The end mark was missing and is added: if pixels are missing too, the picture is refused. */
  readonly isEndAdded?: boolean;
}

/** Larger EXIF data is not needed for the orientation, bytes: the maximum of a JPEG. */
const MAX_EXIF_BYTES = 65_535;

/**
 * Keeps parts of a file, in their order. They are moved within the file itself, because a hostile one may have a million
 * parts.
 */
function keepParts(file: Buffer) {
  let length = 0;
  return {
    /** @returns where the part is now */
    keep(from: number, to: number): number {
      const at = length;
      file.copyWithin(at, from, to);
      length += to - from;
      return at;
    },
    kept: () => file.subarray(0, length),
  };
}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The type of a picture by its first bytes; null for anything else. */
export function pictureTypeOf(file: Buffer): PictureType | null {
  const start = file.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return null;
}

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

/** Each is kept once: only the first frame is drawn. */
const webpEssentials = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'EXIF']);

/** Flags of VP8X for parts that are dropped. */
const flag = { profile: 0x20, exif: 0x08, xmp: 0x04 };

/** @returns null when it has no size */
export function readWebp(file: Buffer): Header | null {
  const parts = keepParts(file);
  parts.keep(0, 12);
  const seen = new Map<string, number>();
  let width = 0;
  let height = 0;
  const total = Math.min(8 + file.readUInt32LE(4), file.length);
  for (let at = 12; at + 8 <= total; ) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    // Padded to an even length.
    const end = Math.min(at + 8 + length + (length % 2), total);
    const size = sizeIn(type, file.subarray(at + 8, end));
    // Frames are never larger than the canvas; the decoder checks it.
    width = Math.max(width, size[0]);
    height = Math.max(height, size[1]);
    const isTooLong = type === 'EXIF' && length > MAX_EXIF_BYTES;
    if (webpEssentials.has(type) && !seen.has(type) && !isTooLong) seen.set(type, parts.keep(at, end));
    at = end;
  }
  const essential = parts.kept();
  essential.writeUInt32LE(essential.length - 8, 4);
  const extended = seen.get('VP8X');
  if (extended !== undefined) {
    const dropped = flag.profile | flag.xmp | (seen.has('EXIF') ? 0 : flag.exif);
    essential[extended + 8] = (essential[extended + 8] ?? 0) & ~dropped;
  }
  return width > 0 ? { width, height, essential } : null;
}

function sizeIn(type: string, data: Buffer): readonly [width: number, height: number] {
  if (data.length < 10) return [0, 0];
  if (type === 'VP8X') return [1 + data.readUIntLE(4, 3), 1 + data.readUIntLE(7, 3)];
  // Both have a start code before their size.
  if (type === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a) {
    return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  }
  if (type !== 'VP8L' || data[0] !== 0x2f) return [0, 0];
  const bits = data.readUInt32LE(1);
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
}

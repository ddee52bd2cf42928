import { type Header, keepParts, MAX_EXIF_BYTES } from './header.ts';

/** Each is kept once: only the first frame is drawn. */
const essentials = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'EXIF']);

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
    if (essentials.has(type) && !seen.has(type) && !isTooLong) seen.set(type, parts.keep(at, end));
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

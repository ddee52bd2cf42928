/** Chunks that are not critical but change what is drawn: transparency, colours and orientation. */
const drawn = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf']);

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const AROUND = 12;

/**
 * Leaves out of a PNG what is not drawn, before the picture library reads it: it unpacks each text, and ninety of them, of 700 kB
 * together, take more than a gigabyte. A chunk that changes the drawing counts once, as in the library. What is cut off stays so.
 */
export function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, SIGNATURE_BYTES)];
  const seen = new Set<string>();
  for (let at = SIGNATURE_BYTES, end = at; at + AROUND <= png.length; at = end) {
    const type = png.toString('latin1', at + 4, at + 8);
    end = at + AROUND + png.readUInt32BE(at);
    const isCritical = /^[A-Z]/.test(type);
    if (!isCritical && (!drawn.has(type) || seen.has(type))) continue;
    seen.add(type);
    kept.push(png.subarray(at, end));
  }
  return Buffer.concat(kept);
}

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG chunk with a valid checksum. */
export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  const checksum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A black PNG with one bit per pixel: small at any size. `drawn`: whether it contains pixel data. */
export function writePng(
  { width, height }: { width: number; height: number },
  { before = [], drawn = true }: { before?: Buffer[]; drawn?: boolean } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = drawn ? Buffer.alloc(height * (1 + Math.ceil(width / 8))) : Buffer.alloc(1);
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', head),
    ...before,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND'),
  ]);
}

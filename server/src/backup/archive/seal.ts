import { crc32 } from 'node:zlib';

// A gzip member that is stored, not compressed. gunzip accepts it; tar ignores its text after the end of the archive.
const HEADER = Buffer.from('1f8b08000000000000ff', 'hex');
const NAME = 'amasin sha256 ';
const TEXT_BYTES = NAME.length + 64;
/** Length of the seal. */
export const SEAL_BYTES = HEADER.length + 5 + TEXT_BYTES + 8;

/** The end of an archive: a checksum of everything before it, so that changed or missing bytes are detected. */
export function sealOf(sum: Buffer): Buffer {
  const text = Buffer.from(NAME + sum.toString('hex'));
  const length = Buffer.from([1, TEXT_BYTES, 0, 0xff ^ TEXT_BYTES, 0xff]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(text), 0);
  end.writeUInt32LE(text.length, 4);
  return Buffer.concat([HEADER, length, text, end]);
}

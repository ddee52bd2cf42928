import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { reasonOf } from '../start/reason-of.ts';
import { BackupError } from './backup-error.ts';

// A gzip member that is stored, not compressed. gunzip accepts it; tar ignores its text after the end of the archive.
const HEADER = Buffer.from('1f8b08000000000000ff', 'hex');
const NAME = 'amasin sha256 ';
const TEXT_BYTES = NAME.length + 64;
/** Length of the seal. */
export const SEAL_BYTES = HEADER.length + 5 + TEXT_BYTES + 8;

/** The end of a backup: a checksum of everything before it, so that changed or missing bytes are detected. */
export function sealOf(sum: Buffer): Buffer {
  const text = Buffer.from(NAME + sum.toString('hex'));
  const length = Buffer.from([1, TEXT_BYTES, 0, 0xff ^ TEXT_BYTES, 0xff]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(text), 0);
  end.writeUInt32LE(text.length, 4);
  return Buffer.concat([HEADER, length, text, end]);
}

/** A verified backup file. */
export interface Backup {
  readonly path: string;
  /** Of the archive without its seal, bytes. */
  readonly size: number;
}

const NOT_WHOLE =
  'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.';

/** @throws BackupError with one line for the operator when the file is unreadable, incomplete or damaged */
export async function openBackup(path: string): Promise<Backup> {
  const file = await open(path).catch((error) => {
    throw new BackupError(`Ce fichier ne peut pas être lu (${reasonOf(error)}).`);
  });
  try {
    const found = await file.stat();
    const size = found.size - SEAL_BYTES;
    if (!found.isFile() || size <= 0) throw new BackupError(NOT_WHOLE);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { end: size - 1 })) hash.update(chunk);
    const { buffer: seal } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, size);
    if (!seal.equals(sealOf(hash.digest()))) throw new BackupError(NOT_WHOLE);
    return { path, size };
  } finally {
    await file.close();
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';

/** Adds an entry to an archive, waiting for backpressure. */
export type Add = (name: string, bytes: Buffer) => Promise<void>;

/** Where an archive is written: a file, or a stream. */
export interface Target {
  appendFile(chunk: Uint8Array): Promise<void>;
  sync(): Promise<void>;
}

/** Writes to a stream, as fast as it takes it. */
export const streamTarget = (stream: Writable): Target => ({
  appendFile: (chunk) =>
    new Promise((resolve, reject) => {
      stream.write(chunk, (error) => (error ? reject(error) : resolve()));
    }),
  sync: async () => {},
});

/**
 * Streams a compressed, sealed tar and syncs it to disk.
 * @param key encrypts it; null writes it plain
 * @param fill adds the entries, one after the other
 * @returns the result of `fill`
 */
export async function writeArchive<T>(
  target: Target,
  key: string | null,
  fill: (add: Add) => Promise<T>,
): Promise<T> {
  const { readable, controller } = createTarPacker();
  const writing = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip(),
    async (source: AsyncIterable<Buffer>) => {
      const sealed = withSeal(source);
      const bytes = key === null ? sealed : await encrypt(ReadableStream.from<Uint8Array>(sealed), key);
      for await (const chunk of bytes) await target.appendFile(chunk);
    },
  );
  const filling = fill(async (name, bytes) => {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await writer.write(bytes);
    await writer.close();
  }).then((filled) => {
    controller.finalize();
    return filled;
  });
  filling.catch((error) => controller.error(error));
  // Rejects with the error of whichever failed first.
  await writing;
  await target.sync();
  return await filling;
}

async function* withSeal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield sealOf(hash.digest());
}

/** The entries of a verified backup, in order. */
export async function* readArchive(
  backup: Backup,
  onRead: (bytes: number) => void,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const gunzip = createGunzip();
  pipeline(archiveOf(backup, onRead), gunzip).catch(() => {
    // The error also reaches the reader below.
  });
  const unpacked = (Readable.toWeb(gunzip) as ReadableStream<Uint8Array>)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  try {
    for (let next = await unpacked.read(); !next.done; next = await unpacked.read()) {
      yield { name: next.value.header.name, bytes: await buffer(next.value.body) };
    }
  } finally {
    // This ends the reading after an early exit. Cancelling would wait for data that is never read.
    gunzip.destroy();
  }
}

/** A verified backup file. */
export interface Backup {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Null: not encrypted. */
  readonly key: string | null;
}

export interface Opening {
  /** BACKUP_KEY. */
  readonly key?: string | undefined;
  /** Whether a backup that is not encrypted is accepted: it proves nothing about who wrote it. */
  readonly allowPlain: boolean;
}

const NOT_WHOLE =
  'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.';

/**
 * Reads the whole file once, before anything is restored from it.
 * @throws OperatorError with one line for the operator when the file is unreadable, incomplete, altered or of another key
 */
export async function openBackup(path: string, { key, allowPlain }: Opening): Promise<Backup> {
  const { size, isEncrypted } = await inspect(path);
  if (isEncrypted && key === undefined) {
    throw new OperatorError('Cette sauvegarde est chiffrée : indiquez sa clé dans BACKUP_KEY.');
  }
  const backup = { path, size, key: isEncrypted ? (key ?? null) : null };
  if (!(await isIntact(backup))) throw new OperatorError(NOT_WHOLE);
  if (!isEncrypted && !allowPlain) {
    throw new OperatorError(
      'Cette sauvegarde n’est pas chiffrée, et rien ne prouve qui l’a écrite : pour la restaurer quand même, ajoutez --plain. Rien n’a été changé.',
    );
  }
  return backup;
}

async function inspect(path: string): Promise<{ size: number; isEncrypted: boolean }> {
  const file = await open(path).catch((error) => {
    throw new OperatorError(`Ce fichier ne peut pas être lu (${reasonOf(error)}).`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new OperatorError(NOT_WHOLE);
    const { buffer: start } = await file.read(Buffer.alloc(ENCRYPTED_START.length), 0);
    return { size: found.size, isEncrypted: start.equals(ENCRYPTED_START) };
  } finally {
    await file.close();
  }
}

/** @throws OperatorError for the key of another backup */
async function isIntact(backup: Backup): Promise<boolean> {
  const hash = createHash('sha256');
  const seal: Buffer[] = [];
  try {
    for await (const { archive, rest } of splitSeal(backup, () => {})) {
      hash.update(archive);
      seal.push(rest);
    }
  } catch (error) {
    if (error instanceof WrongKey) {
      throw new OperatorError(
        'La clé de BACKUP_KEY n’est pas celle de cette sauvegarde, ou son début a été modifié : rien n’a été changé.',
      );
    }
    return false;
  }
  return Buffer.concat(seal).equals(sealOf(hash.digest()));
}

/** Reads the compressed archive, without its seal. */
async function* archiveOf(backup: Backup, onRead: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  for await (const { archive } of splitSeal(backup, onRead)) yield archive;
}

/** Splits the bytes of a backup into its archive and the seal at its end. @param onRead reports the bytes read from the file */
async function* splitSeal({ path, size, key }: Backup, onRead: (bytes: number) => void) {
  const source = createReadStream(path).on('data', (chunk) => onRead(chunk.length));
  try {
    const { stream, total } = await plainBytes(source, { size, key });
    let left = total - SEAL_BYTES;
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const archive = bytes.subarray(0, Math.max(0, left));
      left -= archive.length;
      yield { archive, rest: bytes.subarray(archive.length) };
    }
  } finally {
    source.destroy();
  }
}

async function plainBytes(
  source: Readable,
  { size, key }: { size: number; key: string | null },
): Promise<{ stream: AsyncIterable<Uint8Array>; total: number }> {
  if (key === null) return { stream: source, total: size };
  const given = Readable.toWeb(source) as ReadableStream<Uint8Array>;
  const found = await decrypt(given, { key, size });
  return { stream: found.stream, total: found.size };
}

/** The first bytes of an encrypted backup. */
const ENCRYPTED_START = Buffer.from('age-encryption.org/');

/** The work of scrypt, as a base-2 logarithm. The key has at least 32 random bytes, so a slower derivation would add nothing. */
const SCRYPT_WORK = 12;

/**
 * Encrypts a stream in the format of age, under one secret key. Each chunk is authenticated with its position and the last
 * one is marked, so that changed, missing, reordered or added bytes are detected.
 */
async function encrypt(source: ReadableStream<Uint8Array>, key: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(SCRYPT_WORK);
  return encrypter.encrypt(source);
}

/** The text of the library's error when the key does not open the header. */
const NO_MATCH = /no identity matched/;

class WrongKey extends Error {}

/**
 * @param size of the encrypted stream, bytes
 * @returns the decrypted stream, which fails at the first invalid chunk, and its size
 * @throws WrongKey when the key is not that of the header; other errors for an invalid header
 */
async function decrypt(
  source: ReadableStream<Uint8Array>,
  { key, size }: { key: string; size: number },
): Promise<{ stream: ReadableStream<Uint8Array>; size: number }> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    const stream = await decrypter.decrypt(source);
    return { stream, size: stream.size(size) };
  } catch (error) {
    if (error instanceof Error && NO_MATCH.test(error.message)) throw new WrongKey();
    throw error;
  }
}

// The seal is a gzip member that is stored, not compressed. gunzip accepts it; tar ignores its text after the end of the archive.
const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex');
const SEAL_NAME = 'amasin sha256 ';
const SEAL_TEXT_BYTES = SEAL_NAME.length + 64;
/** Length of the seal. */
const SEAL_BYTES = GZIP_HEADER.length + 5 + SEAL_TEXT_BYTES + 8;

/** Makes the end of an archive: a checksum of everything before it, so that changed or missing bytes are detected. */
function sealOf(sum: Buffer): Buffer {
  const text = Buffer.from(SEAL_NAME + sum.toString('hex'));
  const length = Buffer.from([1, SEAL_TEXT_BYTES, 0, 0xff ^ SEAL_TEXT_BYTES, 0xff]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(text), 0);
  end.writeUInt32LE(text.length, 4);
  return Buffer.concat([GZIP_HEADER, length, text, end]);
}

/** Approximate size of the parts of a table, bytes. */
const PART = 1024 * 1024;
const NEWLINE = 10;

/** Splits COPY's output between lines, so that no row is divided. */
export async function* splitParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    if (size < PART || end < 0) continue;
    const bytes = Buffer.concat(waiting);
    const whole = size - chunk.length + end + 1;
    yield bytes.subarray(0, whole);
    waiting = [bytes.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Counts the rows: COPY escapes line breaks inside values. */
export function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Says to the operator what was not done, with the reason of the system; an OperatorError stays as it is. */
export function asOperatorError(error: unknown, notDone: string): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(`${notDone} (${reasonOf(error)}) : rien n’a été changé.`, { cause: error });
}

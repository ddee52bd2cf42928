import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { encrypt } from './encryption.ts';
import { archiveOf, type Backup } from './open-backup.ts';
import { sealOf } from './seal.ts';

/** Adds an entry to an archive, waiting for backpressure. */
export type Add = (name: string, bytes: Buffer) => Promise<void>;

/**
 * Streams a compressed, sealed tar and syncs it to disk.
 * @param key encrypts it; null writes it plain
 * @param fill adds the entries, one after the other
 * @returns the result of `fill`
 */
export async function writeArchive<T>(
  file: FileHandle,
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
      for await (const chunk of bytes) await file.appendFile(chunk);
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
  await file.sync();
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
    // After an early exit. Cancelling would wait for data that is never read.
    gunzip.destroy();
  }
}

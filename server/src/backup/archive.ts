import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { type Backup, sealOf } from './seal.ts';

/** Adds an entry to an archive, waiting for backpressure. */
export type Add = (name: string, bytes: Buffer) => Promise<void>;

/**
 * Streams a compressed, sealed tar and syncs it to disk.
 * @param fill adds the entries, one after the other
 * @returns the result of `fill`
 */
export async function writeArchive<T>(file: FileHandle, fill: (add: Add) => Promise<T>): Promise<T> {
  const { readable, controller } = createTarPacker();
  const writing = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip(),
    async (source: AsyncIterable<Buffer>) => {
      const hash = createHash('sha256');
      for await (const chunk of source) {
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      await file.appendFile(sealOf(hash.digest()));
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

/** The entries of a verified backup, in order. */
export async function* readArchive(
  { path, size }: Backup,
  onRead: (bytes: number) => void,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const source = createReadStream(path, { end: size - 1 }).on('data', (chunk) => onRead(chunk.length));
  const gunzip = createGunzip();
  pipeline(source, gunzip).catch(() => {
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

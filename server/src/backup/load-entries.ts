import { createHash, type Hash } from 'node:crypto';
import type { Client } from 'pg';
import type { FileStore } from '../ports/file-store.ts';
import { countLines } from './archive/lines.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, readSums, SUMS, type Sums } from './manifest.ts';
import { notSaved } from './queries.ts';
import { copyIn } from './restore-queries.ts';

export interface Loading {
  readonly client: Client;
  readonly files: FileStore;
  readonly manifest: Manifest;
  /** Collects the keys of files that were not in the store before. */
  readonly written: string[];
  readonly signal?: AbortSignal | undefined;
}

export interface Loaded {
  readonly rows: number;
  /** Keys of the files whose bytes are in the store. */
  readonly files: ReadonlySet<string>;
  readonly lost: readonly string[];
}

/**
 * Loads rows and files, then compares them with the checksums in the last entry.
 * @throws BackupError when they differ
 */
export async function loadEntries(
  entries: AsyncIterable<{ name: string; bytes: Buffer }>,
  { client, files, manifest, written, signal }: Loading,
): Promise<Loaded> {
  const tables = new Map(
    manifest.tables.map((table) => [table.name, { table, rows: 0, hash: createHash('sha256') }]),
  );
  const stored = new Map<string, { bytes: number; sha256: string }>();
  let sums: Sums | null = null;
  for await (const { name, bytes } of entries) {
    signal?.throwIfAborted();
    const [folder, item = ''] = name.split('/');
    const filling = tables.get(item);
    if (folder === 'files') {
      stored.set(item, await storeFile(files, item, bytes, written));
    } else if (folder === 'tables' && filling) {
      filling.hash.update(bytes);
      // An older backup contains what would let someone in again.
      const isLeftOut = notSaved.includes(item);
      filling.rows += isLeftOut ? countLines(bytes) : await copyIn(client, filling.table, bytes);
    } else if (name === SUMS) sums = readSums(bytes);
    else
      throw new BackupError(
        `Cette sauvegarde contient autre chose que des données (${name}) : rien n’a été changé.`,
      );
  }
  if (sums === null || !isSame(tables, stored, sums)) {
    throw new BackupError('Ce qui a été lu n’est pas ce qui avait été sauvegardé : rien n’a été changé.');
  }
  let rows = 0;
  for (const { table, rows: read } of tables.values()) if (!notSaved.includes(table.name)) rows += read;
  return { rows, files: new Set(stored.keys()), lost: sums.lost };
}

/** @returns size and checksum as read back from the store */
async function storeFile(files: FileStore, key: string, bytes: Buffer, written: string[]) {
  // The files may have survived their database: on failure only new ones are removed.
  const found = await files.read(key);
  if (found === null || !bytes.equals(found)) {
    if (found === null) written.push(key);
    await files.write(key, bytes);
  }
  const stored = (await files.read(key)) ?? Buffer.of();
  return { bytes: stored.length, sha256: createHash('sha256').update(stored).digest('hex') };
}

function isSame(
  tables: ReadonlyMap<string, { rows: number; hash: Hash }>,
  stored: ReadonlyMap<string, { bytes: number; sha256: string }>,
  sums: Sums,
): boolean {
  if (sums.tables.length !== tables.size || sums.files.length !== stored.size) return false;
  const areTables = sums.tables.every(({ name, rows, sha256 }) => {
    const found = tables.get(name);
    return found?.rows === rows && found.hash.digest('hex') === sha256;
  });
  return (
    areTables &&
    sums.files.every(({ key, bytes, sha256 }) => {
      const found = stored.get(key);
      return found?.bytes === bytes && found.sha256 === sha256;
    })
  );
}

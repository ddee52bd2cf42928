import { createHash, type Hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { FileStore } from '../ports/file-store.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, readSums, SUMS, type Sums } from './manifest.ts';
import { copyIn } from './restore-queries.ts';

export interface Loading {
  readonly client: PoolClient;
  readonly files: FileStore;
  readonly manifest: Manifest;
  /** Receives the key of each file that was not in the store before. */
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
 * Loads rows and files as they come, then holds what was loaded against the sums of the last entry.
 * @throws BackupError where it is not what was saved
 */
export async function loadEntries(
  entries: AsyncIterable<{ name: string; bytes: Buffer }>,
  { client, files, manifest, written, signal }: Loading,
): Promise<Loaded> {
  const tables = new Map(
    manifest.tables.map((table) => [table.name, { table, rows: 0, hash: createHash('sha256') }]),
  );
  const kept = new Map<string, { bytes: number; sha256: string }>();
  let sums: Sums | null = null;
  for await (const { name, bytes } of entries) {
    signal?.throwIfAborted();
    const [folder, what = ''] = name.split('/');
    const filling = tables.get(what);
    if (folder === 'files') {
      kept.set(what, await keepFile(files, what, bytes, written));
    } else if (folder === 'tables' && filling) {
      filling.hash.update(bytes);
      filling.rows += await copyIn(client, filling.table, bytes);
    } else if (name === SUMS) sums = readSums(bytes);
    else
      throw new BackupError(
        `Cette sauvegarde contient autre chose que des données (${name}) : rien n’a été changé.`,
      );
  }
  if (sums === null || !isSame(tables, kept, sums)) {
    throw new BackupError('Ce qui a été lu n’est pas ce qui avait été sauvegardé : rien n’a été changé.');
  }
  let rows = 0;
  for (const table of tables.values()) rows += table.rows;
  return { rows, files: new Set(kept.keys()), lost: sums.lost };
}

/** @returns what the store answers now for this key */
async function keepFile(files: FileStore, key: string, bytes: Buffer, written: string[]) {
  // A database was lost, its files were not: they are not ours to remove if this fails.
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
  kept: ReadonlyMap<string, { bytes: number; sha256: string }>,
  sums: Sums,
): boolean {
  if (sums.tables.length !== tables.size || sums.files.length !== kept.size) return false;
  const areTables = sums.tables.every(({ name, rows, sha256 }) => {
    const found = tables.get(name);
    return found?.rows === rows && found.hash.digest('hex') === sha256;
  });
  return (
    areTables &&
    sums.files.every(({ key, bytes, sha256 }) => {
      const found = kept.get(key);
      return found?.bytes === bytes && found.sha256 === sha256;
    })
  );
}

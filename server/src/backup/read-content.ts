import { createHash, type Hash } from 'node:crypto';
import { OperatorError } from '../settings/operator-error.ts';
import {
  MANIFEST,
  type Manifest,
  readManifest,
  readSums,
  SUMS,
  type Sums,
  type TableContent,
} from './manifest.ts';

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Receives the content of a backup while it is read. */
export interface Receiver {
  /** @returns the number of rows */
  table(table: TableContent, lines: Buffer): Promise<number>;
  /** @returns the bytes as they are stored */
  file(key: string, bytes: Buffer): Promise<Uint8Array>;
}

export interface Content {
  /** The number of rows by table. */
  readonly tables: ReadonlyMap<string, number>;
  /** Keys of the files whose bytes are there. */
  readonly files: ReadonlySet<string>;
  /** Keys of files that were already lost when the backup was made. */
  readonly lost: readonly string[];
}

/** @throws OperatorError for a format that this version does not read */
export async function readHeader(entries: AsyncIterator<Entry>): Promise<Manifest> {
  const { value: first } = await entries.next();
  const manifest = first?.name === MANIFEST ? readManifest(first.bytes) : null;
  if (manifest === null) {
    throw new OperatorError(
      'Cette sauvegarde est d’un format que cette version d’Amasin ne lit pas : rien n’a été changé.',
    );
  }
  return manifest;
}

/**
 * Hands over rows and files, then compares them with the checksums in the last entry.
 * @throws OperatorError when they differ
 */
export async function readContent(
  entries: AsyncIterable<Entry>,
  manifest: Manifest,
  receiver: Receiver,
  signal?: AbortSignal,
): Promise<Content> {
  const tables = new Map(
    manifest.tables.map((table) => [table.name, { table, rows: 0, hash: createHash('sha256') }]),
  );
  const files = new Map<string, { bytes: number; sha256: string }>();
  let sums: Sums | null = null;
  for await (const { name, bytes } of entries) {
    signal?.throwIfAborted();
    const [folder, item = ''] = name.split('/');
    const filling = tables.get(item);
    if (folder === 'files') {
      const stored = await receiver.file(item, bytes);
      files.set(item, { bytes: stored.length, sha256: createHash('sha256').update(stored).digest('hex') });
    } else if (folder === 'tables' && filling) {
      filling.hash.update(bytes);
      filling.rows += await receiver.table(filling.table, bytes);
    } else if (name === SUMS) sums = readSums(bytes);
    else
      throw new OperatorError(
        `Cette sauvegarde contient autre chose que des données (${name}) : rien n’a été changé.`,
      );
  }
  if (sums === null || !isSame(tables, files, sums)) {
    throw new OperatorError('Ce qui a été lu n’est pas ce qui avait été sauvegardé : rien n’a été changé.');
  }
  return {
    tables: new Map([...tables].map(([name, { rows }]) => [name, rows])),
    files: new Set(files.keys()),
    lost: sums.lost,
  };
}

/**
 * Compares the files with the rows of `files`.
 * @throws OperatorError when a row has neither bytes nor a place among the lost ones, or bytes have no row
 */
export function checkFiles(keys: readonly string[], { files, lost }: Content): void {
  const isLost = new Set(lost);
  const expected = keys.filter((key) => !isLost.has(key));
  if (expected.length === files.size && expected.every((key) => files.has(key))) return;
  throw new OperatorError(
    'Les fichiers de cette sauvegarde ne sont pas ceux de ses lignes : rien n’a été changé.',
  );
}

function isSame(
  tables: ReadonlyMap<string, { rows: number; hash: Hash }>,
  files: ReadonlyMap<string, { bytes: number; sha256: string }>,
  sums: Sums,
): boolean {
  if (sums.tables.length !== tables.size || sums.files.length !== files.size) return false;
  const areTables = sums.tables.every(({ name, rows, sha256 }) => {
    const found = tables.get(name);
    return found?.rows === rows && found.hash.digest('hex') === sha256;
  });
  return (
    areTables &&
    sums.files.every(({ key, bytes, sha256 }) => {
      const found = files.get(key);
      return found?.bytes === bytes && found.sha256 === sha256;
    })
  );
}

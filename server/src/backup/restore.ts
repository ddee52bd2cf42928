import { createHash, type Hash } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client, Pool } from 'pg';
import { migrationsFolder } from '../database/migrate.ts';
import { hasDemoAccounts } from '../demo/queries.ts';
import type { FileStore } from '../ports/file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { asOperatorError, type Backup, countLines, readArchive } from './archive.ts';
import { MANIFEST, type Manifest, readManifest, readSums, SUMS, type Sums } from './manifest.ts';
import { findFiles, notSaved } from './queries.ts';
import {
  analyze,
  applyMigrations,
  beginExclusive,
  clearSchema,
  commit,
  copyIn,
  dropConstraints,
  hasWrongJournal,
  holdMoney,
  setSequences,
} from './restore-queries.ts';
import { withConnection } from './with-connection.ts';

export interface Restoring {
  readonly pool: Pool;
  readonly files: FileStore;
  /** Whether demo accounts are allowed: their password is public. */
  readonly allowDemo: boolean;
  /** The folder of migrations; ours by default. */
  readonly migrations?: string;
  /** Reports the number of bytes read from the archive. */
  readonly onRead?: (bytes: number) => void;
  /** Aborting makes the restore fail and roll back. */
  readonly signal?: AbortSignal;
}

interface Restored {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly files: number;
  /** Keys of files that were already lost when the backup was made. */
  readonly lost: readonly string[];
}

/**
 * Restores a backup into an empty database, completely or not at all.
 * @throws OperatorError with one line for the operator, after removing all rows and files
 */
export async function restoreBackup(backup: Backup, restoring: Restoring): Promise<Restored> {
  const { pool, files, migrations = migrationsFolder, onRead = () => {}, signal } = restoring;
  const entries = readArchive(backup, onRead);
  const written: string[] = [];
  try {
    const { value: first } = await entries.next();
    const manifest = first?.name === MANIFEST ? readManifest(first.bytes) : null;
    if (manifest === null) {
      throw new OperatorError(
        'Cette sauvegarde est d’un format que cette version d’Amasin ne lit pas : rien n’a été changé.',
      );
    }
    const { before, after } = divideMigrations(manifest, migrations);
    return await withConnection(pool, signal, async (client) => {
      const full = await beginExclusive(client);
      if (full !== null) {
        throw new OperatorError(
          `La base contient déjà des données (${full}) : une sauvegarde ne se restaure que dans une base vide, rien n’a été changé.`,
        );
      }
      if (after.length > 0) {
        await clearSchema(client);
        await applyMigrations(client, before);
      }
      const restoreConstraints = await dropConstraints(client);
      const loaded = await loadEntries(entries, { client, files, manifest, written, signal });
      await setSequences(client, manifest.sequences);
      await restoreConstraints();
      await applyMigrations(client, after);
      await checkRestored(client, loaded, restoring);
      await holdMoney(client, manifest.at);
      signal?.throwIfAborted();
      await commitRestore(client);
      await analyze(client).catch(() => {});
      return { manifest, ...loaded, files: loaded.files.size };
    });
  } catch (error) {
    // If the commit may have succeeded, the files remain: the nightly sweep removes those without a row.
    if (!(error instanceof UncertainCommit)) {
      for (const key of written) await files.remove(key).catch(() => {});
    }
    throw asOperatorError(error, 'La restauration n’a pas été faite');
  } finally {
    await entries.return(undefined);
  }
}

class UncertainCommit extends OperatorError {}

async function commitRestore(client: Client): Promise<void> {
  try {
    await commit(client);
  } catch (error) {
    throw new UncertainCommit(
      `La connexion a été perdue à la fin (${reasonOf(error)}) : regardez si la base est encore vide.`,
    );
  }
}

/** Splits the migrations into those before and after the backup. */
function divideMigrations({ migration, product }: Manifest, folder: string) {
  const migrationFiles = readMigrationFiles({ migrationsFolder: folder });
  const last = migrationFiles.findIndex(({ folderMillis }) => folderMillis === migration);
  if (last < 0) {
    throw new OperatorError(
      migration > (migrationFiles.at(-1)?.folderMillis ?? 0)
        ? `Cette sauvegarde vient d’une version plus récente d’Amasin (${product}) : mettez le programme à jour, rien n’a été changé.`
        : `Cette sauvegarde vient d’une version d’Amasin (${product}) dont celle-ci ne descend pas : rien n’a été changé.`,
    );
  }
  return { before: migrationFiles.slice(0, last + 1), after: migrationFiles.slice(last + 1) };
}

async function checkRestored(client: Client, loaded: Loaded, { allowDemo }: Restoring): Promise<void> {
  if (!allowDemo && (await hasDemoAccounts(drizzle(client)))) {
    throw new OperatorError(
      'Cette sauvegarde contient les comptes de démonstration, que DEMO=0 n’admet pas : rien n’a été changé.',
    );
  }
  if (await hasWrongJournal(client))
    throw new OperatorError('Le grand livre de cette sauvegarde n’est pas équilibré : rien n’a été changé.');
  const lost = new Set(loaded.lost);
  const expected = (await findFiles(client)).filter(({ key }) => !lost.has(key));
  const missing = expected.filter(({ key }) => !loaded.files.has(key));
  if (missing.length > 0 || expected.length !== loaded.files.size) {
    throw new OperatorError(
      'Les fichiers de cette sauvegarde ne sont pas ceux de ses lignes : rien n’a été changé.',
    );
  }
}

interface Loading {
  readonly client: Client;
  readonly files: FileStore;
  readonly manifest: Manifest;
  /** Collects the keys of files that were not in the store before. */
  readonly written: string[];
  readonly signal?: AbortSignal | undefined;
}

interface Loaded {
  readonly rows: number;
  /** Keys of the files whose bytes are in the store. */
  readonly files: ReadonlySet<string>;
  readonly lost: readonly string[];
}

/**
 * Loads rows and files, then compares them with the checksums in the last entry.
 * @throws OperatorError when they differ
 */
async function loadEntries(
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
      throw new OperatorError(
        `Cette sauvegarde contient autre chose que des données (${name}) : rien n’a été changé.`,
      );
  }
  if (sums === null || !isSame(tables, stored, sums)) {
    throw new OperatorError('Ce qui a été lu n’est pas ce qui avait été sauvegardé : rien n’a été changé.');
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

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client, Pool } from 'pg';
import { migrationsFolder } from '../database/migrate.ts';
import { hasDemoAccounts } from '../demo/queries.ts';
import type { FileStore } from '../ports/file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { asOperatorError, type Backup, countLines, readArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { findFiles, notSaved } from './queries.ts';
import { type Content, checkFiles, type Receiver, readContent, readHeader } from './read-content.ts';
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

export interface Restored extends Content {
  readonly manifest: Manifest;
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
    const manifest = await readHeader(entries);
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
      const receiver = loadingInto({ client, files, written });
      const loaded = await readContent(entries, manifest, receiver, signal);
      await setSequences(client, manifest.sequences);
      await restoreConstraints();
      await applyMigrations(client, after);
      await checkRestored(client, loaded, restoring);
      await holdMoney(client, manifest.at);
      signal?.throwIfAborted();
      await commitRestore(client);
      await analyze(client).catch(() => {});
      const tables = new Map([...loaded.tables].filter(([name]) => !notSaved.includes(name)));
      return { manifest, ...loaded, tables };
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

async function checkRestored(client: Client, loaded: Content, { allowDemo }: Restoring): Promise<void> {
  if (!allowDemo && (await hasDemoAccounts(drizzle(client)))) {
    throw new OperatorError(
      'Cette sauvegarde contient les comptes de démonstration, que DEMO=0 n’admet pas : rien n’a été changé.',
    );
  }
  if (await hasWrongJournal(client))
    throw new OperatorError('Le grand livre de cette sauvegarde n’est pas équilibré : rien n’a été changé.');
  const rows = await findFiles(client);
  checkFiles(
    rows.map(({ key }) => key),
    loaded,
  );
}

interface Loading {
  readonly client: Client;
  readonly files: FileStore;
  /** Collects the keys of files that were not in the store before. */
  readonly written: string[];
}

/** Loads what a backup contains, without what an older one has that would let someone in again. */
const loadingInto = ({ client, files, written }: Loading): Receiver => ({
  table: (table, lines) =>
    notSaved.includes(table.name) ? Promise.resolve(countLines(lines)) : copyIn(client, table, lines),
  file: async (key, bytes) => {
    // The files may have survived their database: on failure only new ones are removed.
    const found = await files.read(key);
    if (found === null || !bytes.equals(found)) {
      if (found === null) written.push(key);
      await files.write(key, bytes);
    }
    return (await files.read(key)) ?? Buffer.of();
  },
});

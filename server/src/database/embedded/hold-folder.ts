import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedStartError } from './start-error.ts';

/** SQLite's code for « somebody else holds the lock ». */
const SQLITE_BUSY = 5;
/** In ms: a server that was just ended, or is restarting, may still be letting the folder go. */
const PATIENCE = 500;

/**
 * Makes this process the only one that manages the folder's database, until `release()` or its death.
 *
 * Node gives no file lock of the system, and a file holding a process number cannot be replaced safely once its owner is dead
 * (two newcomers may both find it stale). The SQLite that Node carries does lock: the system frees the lock when its owner dies,
 * even by kill -9, so nothing can be left stale. The database stays empty; only its lock is used.
 * @throws EmbeddedStartError where another process holds the folder.
 */
export function holdFolder(dataDir: string): { release(): void } {
  const owner = join(dataDir, 'amasin.pid');
  const lock = openLock(dataDir);
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw unusable(dataDir, error);
    throw new EmbeddedStartError(
      `Une autre instance d’Amasin utilise déjà le dossier ${dataDir}${readOwner(owner)}.`,
      { cause: error },
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.isOpen && lock.close() };
}

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'amasin.lock'), { timeout: PATIENCE });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, cause: unknown): EmbeddedStartError {
  return new EmbeddedStartError(
    `Cet utilisateur ne peut pas écrire dans le dossier de données ${dataDir} : lancez Amasin avec celui qui l’a créé, ou changez DATA_DIR.`,
    { cause },
  );
}

function readOwner(path: string): string {
  try {
    return ` (processus ${readFileSync(path, 'utf8').trim()})`;
  } catch {
    return '';
  }
}

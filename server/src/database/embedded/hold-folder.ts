import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedStartError } from './start-error.ts';

/** SQLite's code for « somebody else holds the lock ». */
const SQLITE_BUSY = 5;

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
  const lock = new DatabaseSync(join(dataDir, 'amasin.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new EmbeddedStartError(
      `Une autre instance d’Amasin utilise déjà le dossier ${dataDir}${readOwner(owner)}.`,
      { cause: error },
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.isOpen && lock.close() };
}

function readOwner(path: string): string {
  try {
    return ` (processus ${readFileSync(path, 'utf8').trim()})`;
  } catch {
    return '';
  }
}

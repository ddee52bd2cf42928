import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedStartError } from './start-error.ts';

/** SQLite's code for « somebody else holds the lock ». */
const SQLITE_BUSY = 5;
/**
 * Makes this process the only one that manages the folder's database, until `release()` or its death. Waits `patience` ms for another
 * one to let it go: a server that was told to stop may still be answering its last requests.
 *
 * Node gives no file lock of the system, and a file holding a process number cannot be replaced safely once its owner is dead
 * (two newcomers may both find it stale). The SQLite that Node carries does lock: the system frees the lock when its owner dies,
 * even by kill -9, so nothing can be left stale. The database stays empty; only its lock is used.
 * @throws EmbeddedStartError where another process holds the folder.
 */
export async function lockFolder(dataDir: string, patience: number): Promise<{ release(): void }> {
  const owner = join(dataDir, 'amasin.pid');
  const lock = openLock(dataDir);
  const deadline = Date.now() + patience;
  while (!take(lock, dataDir)) {
    if (Date.now() > deadline) {
      lock.close();
      throw new EmbeddedStartError(
        `Une autre instance d’Amasin utilise déjà le dossier ${dataDir}${readOwner(owner)}.`,
      );
    }
    await pause(50);
  }
  writeFileSync(owner, `${process.pid}\n`);
  return { release: () => lock.isOpen && lock.close() };
}

function take(lock: DatabaseSync, dataDir: string): boolean {
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    lock.close();
    throw unusable(dataDir, error);
  }
}

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'amasin.lock'), { timeout: 0 });
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

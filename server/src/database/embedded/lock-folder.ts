import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedStartError } from './start-error.ts';

/** SQLite's code for a lock that another connection has. */
const SQLITE_BUSY = 5;
/**
 * Takes the lock that makes this process the only one to manage the folder's database, until `release()` or
 * its exit. Waits up to `patience` ms for another process to release it: a stopping server may still be
 * finishing requests.
 * Node has no file locks, and a pid file cannot be replaced safely once its process is gone (two processes
 * may both find it stale). The SQLite in Node does lock, and the system releases the lock when its process
 * ends, even by kill -9. The SQLite database itself stays empty.
 * @throws EmbeddedStartError when another process has the lock
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

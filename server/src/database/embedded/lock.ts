import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../settings/operator-error.ts';
import { clusterFolder, connectionTo, DATABASE, type EmbeddedConnection, passwordFile } from './home.ts';

/** SQLite's code for a lock that another connection has. */
const SQLITE_BUSY = 5;

/**
 * Takes the lock that makes this process the only one to manage the folder's database, until `release()` or its exit.
 * Waits up to `patience` ms for another process to release it: a stopping server may still be finishing requests.
 * Node has no file locks, and a pid file cannot be replaced safely once its process is gone (two processes may both find
 * it stale). The SQLite in Node does lock, and the system releases the lock when its process ends, even by kill -9. The
 * SQLite database itself stays empty.
 * @throws OperatorError when another process has the lock
 */
export async function lockFolder(dataDir: string, patience: number): Promise<{ release(): void }> {
  const owner = join(dataDir, 'amasin.pid');
  const deadline = performance.now() + patience;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dataDir, 'amasin.lock'), { timeout: 0 });
    while (!take(lock)) {
      if (performance.now() > deadline) {
        const process = existsSync(owner) ? ` (processus ${readFileSync(owner, 'utf8').trim()})` : '';
        throw new OperatorError(`Une autre instance d’Amasin utilise déjà le dossier ${dataDir}${process}.`);
      }
      await pause(50);
    }
    writeFileSync(owner, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `Cet utilisateur ne peut pas écrire dans le dossier de données ${dataDir} : lancez Amasin avec celui qui l’a créé, ou changez DATA_DIR.`,
      { cause: error },
    );
  }
  return { release: () => lock.isOpen && lock.close() };
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/**
 * Stops a PostgreSQL left running by a killed server, and makes a `postmaster.pid` without its process
 * harmless. The caller has the lock of the folder, so no running server owns either.
 */
export async function takeOver(cluster: string, log: (line: string) => void): Promise<void> {
  const [pid] = findPostmasters(cluster);
  if (pid !== undefined) {
    log(
      `Une base laissée par un serveur interrompu tourne encore (processus ${pid}) : elle est arrêtée proprement.`,
    );
    await stopOrphan(pid, cluster);
  }
  if (existsSync(join(cluster, 'postmaster.pid'))) disownPostmasterFile(cluster);
}

async function stopOrphan(pid: number, cluster: string): Promise<void> {
  const hasEnded = () => !findPostmasters(cluster).includes(pid);
  try {
    await endPostgres((signal) => process.kill(pid, signal), hasEnded);
  } catch (error) {
    if (hasEnded()) return;
    throw new OperatorError(
      `La base de ${cluster} tourne encore (processus ${pid}) pour un autre utilisateur, et ne peut pas être arrêtée.`,
      { cause: error },
    );
  }
}

/** A fast stop that writes everything, an immediate one that needs a recovery, then kill; with waiting times, ms. */
const STOP_STEPS: [signal: NodeJS.Signals, wait: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Ends a PostgreSQL, cleanly if it can. */
export async function endPostgres(
  send: (signal: NodeJS.Signals) => void,
  hasEnded: () => boolean,
): Promise<void> {
  for (const [signal, wait] of STOP_STEPS) {
    if (hasEnded()) return;
    send(signal);
    const deadline = performance.now() + wait;
    while (!hasEnded() && performance.now() < deadline) await pause(10);
  }
}

/**
 * PostgreSQL refuses to start while the pid in the file belongs to a running process of its user, except its parent,
 * which is our process. With our pid in the file, it starts and still checks the shared memory that the file names.
 */
function disownPostmasterFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  if (process.platform === 'win32') {
    rmSync(path, { force: true });
    return;
  }
  const [, ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [process.pid, ...rest].join('\n'));
}

/**
 * Finds the database of a running server on this data folder, for a command beside it. Undefined when no server is running
 * and the command may start the database itself.
 */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const cluster = clusterFolder(folder);
  const postmaster = readPostmaster(cluster);
  if (!postmaster?.ready || findPostmasters(cluster).length === 0) return undefined;
  const { host, port } = postmaster;
  if (isAbsolute(host)) return connectionTo({ host, port }, DATABASE);
  return connectionTo({ host, port, password: readFileSync(passwordFile(folder), 'utf8') }, DATABASE);
}

/** The content of `postmaster.pid`. */
type Postmaster = { pid: number; port: number; host: string; ready: boolean };

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, address, , status] = lines;
  return {
    pid: Math.abs(Number.parseInt(pid ?? '', 10)) || 0,
    port: Number(port ?? 0),
    host: socketFolder || address || '',
    ready: status?.trim() === 'ready',
  };
}

/** The pid in `postmaster.pid` if it is a PostgreSQL on this folder: after a crash or reboot it may be another process. */
export function findPostmasters(cluster: string): number[] {
  const pid = readPostmaster(cluster)?.pid ?? 0;
  const mark = process.platform === 'win32' ? 'postgres.exe' : `-D ${cluster} `;
  return pid > 0 && commandOf(pid).includes(mark) ? [pid] : [];
}

/** The command line of a process; empty when there is none. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // Windows shows only the name of the program.
    const [tool, ...args] =
      process.platform === 'win32'
        ? ['tasklist.exe', '/FI', `PID eq ${pid}`, '/NH']
        : ['ps', '-ww', '-o', 'command=', '-p', String(pid)];
    return execFileSync(tool as string, args, { encoding: 'utf8' });
  } catch {
    return '';
  }
}

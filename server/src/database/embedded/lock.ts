import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  clusterFolder,
  connectionTo,
  DATABASE,
  type EmbeddedConnection,
  EmbeddedStartError,
  passwordFile,
} from './home.ts';

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

/**
 * Stop signals and waiting times, ms: a fast stop that writes everything, an immediate one that needs a
 * recovery, then kill.
 */
export const STOP_STEPS: [signal: NodeJS.Signals, wait: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/**
 * Stops a PostgreSQL left running by a killed server, and makes a `postmaster.pid` without its process
 * harmless. The caller has the lock of the folder, so no running server owns either.
 */
export async function takeOver(cluster: string, log: (line: string) => void): Promise<void> {
  const found = findPostmasters(cluster);
  for (const pid of found) {
    log(
      `Une base laissée par un serveur interrompu tourne encore (processus ${pid}) : elle est arrêtée proprement.`,
    );
    await stopOrphan(pid, cluster);
  }
  if (found.length === 0 || findPostmasters(cluster).length === 0) endSessions(cluster);
  // A pid that is still in use belongs to another process or a zombie.
  const file = readPostmaster(cluster);
  if (file && isRunning(file.pid)) disownPostmasterFile(cluster);
}

/**
 * Ends sessions whose postmaster was killed. They end by themselves once they notice, but a frozen one does not, and
 * PostgreSQL refuses to start as long as one of them uses the shared memory.
 */
function endSessions(cluster: string): void {
  for (const pid of findSessions(cluster)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}

async function stopOrphan(pid: number, cluster: string): Promise<void> {
  for (const [signal, wait] of STOP_STEPS) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new EmbeddedStartError(
        `La base de ${cluster} tourne encore (processus ${pid}) pour un autre utilisateur, et ne peut pas être arrêtée.`,
        { cause: error },
      );
    }
    const deadline = Date.now() + wait;
    while (Date.now() < deadline) {
      if (!findPostmasters(cluster).includes(pid)) return;
      await pause(10);
    }
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
 * For commands run while the server is running: the connection to its database for this data folder, or
 * undefined when no server is running and the command may start the database itself.
 */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const cluster = clusterFolder(folder);
  const postmaster = readPostmaster(cluster);
  if (!postmaster?.ready || !findPostmasters(cluster).includes(postmaster.pid)) return undefined;
  const { host, port } = postmaster;
  if (isAbsolute(host)) return connectionTo({ host, port }, DATABASE);
  return connectionTo({ host, port, password: readFileSync(passwordFile(folder), 'utf8') }, DATABASE);
}

/** The content of `postmaster.pid`. */
type Postmaster = {
  pid: number;
  port: number;
  host: string;
  ready: boolean;
};

const TASK_LIST = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'tasklist.exe');

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

function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Pids of the PostgreSQL servers running on this folder. Read from the system instead of `postmaster.pid`:
 * after a crash or reboot that pid may belong to another process, and a starting server has not written it
 * yet.
 */
export function findPostmasters(cluster: string): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isPostmasterOnLinux(pid, cluster));
  }
  if (process.platform === 'win32') return findPostmasterOnWindows(cluster);
  return execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${cluster} `))
    .map((line) => Number.parseInt(line, 10));
}

/** Pids of the processes that a postmaster on this folder started; only Linux shows their folder. */
function findSessions(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readWorkFolder(pid) === cluster && readTitle(pid).startsWith('postgres: '));
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function isPostmasterOnLinux(pid: number, cluster: string): boolean {
  try {
    // Child processes show a title instead of a command; a zombie process shows nothing.
    const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    return rest.includes(cluster) || readWorkFolder(pid) === cluster;
  } catch {
    // The process ended meanwhile.
    return false;
  }
}

/**
 * PostgreSQL's working folder is its data folder, even after a move; only its own user and root may read it.
 */
function readWorkFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Reading command lines is slow on Windows, so only the pid in the file is checked to be a PostgreSQL process. */
function findPostmasterOnWindows(cluster: string): number[] {
  const pid = readPostmaster(cluster)?.pid;
  if (!pid) return [];
  const found = execFileSync(TASK_LIST, ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
  return found.includes('postgres.exe') ? [pid] : [];
}

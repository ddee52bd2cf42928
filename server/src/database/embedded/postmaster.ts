import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The content of `postmaster.pid`. */
export type Postmaster = {
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

export function isRunning(pid: number): boolean {
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
export function findSessions(cluster: string): number[] {
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

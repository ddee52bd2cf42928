import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What PostgreSQL writes about itself in `postmaster.pid`. */
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

export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Every living PostgreSQL server of this folder. Asked of the system rather than of `postmaster.pid`: after a crash or a reboot
 * the number in that file may belong to anything else, and a server that is just starting has not written its own yet.
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

function isPostmasterOnLinux(pid: number, cluster: string): boolean {
  try {
    // Its children show a title instead of their command, and a dead process that nobody has waited for yet shows nothing.
    const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    return rest.includes(cluster) || readWorkFolder(pid) === cluster;
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** PostgreSQL works in its data folder; this follows it when the clone was moved, but only its own user and root may ask. */
function readWorkFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Windows shows no command line cheaply: the number in the file counts if it is that of a PostgreSQL. */
function findPostmasterOnWindows(cluster: string): number[] {
  const pid = readPostmaster(cluster)?.pid;
  if (!pid) return [];
  const found = execFileSync(TASK_LIST, ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
  return found.includes('postgres.exe') ? [pid] : [];
}

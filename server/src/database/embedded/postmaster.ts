import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What PostgreSQL writes about itself in `postmaster.pid`. */
export type Postmaster = {
  pid: number;
  port: number;
  host: string;
  ready: boolean;
};

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
 * Whether that process really is the PostgreSQL of this folder: after a crash or a reboot the number may belong to anything
 * else, which must not receive our signals.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') return isPostmasterOnLinux(pid, cluster);
    if (process.platform === 'win32') {
      const filter = ['/FI', `PID eq ${pid}`, '/NH'];
      return execFileSync('tasklist', filter, { encoding: 'utf8' }).includes('postgres.exe');
    }
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}

function isPostmasterOnLinux(pid: number, cluster: string): boolean {
  // Empty for a dead process that nobody has waited for yet.
  const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (basename(program) !== 'postgres') return false;
  try {
    // PostgreSQL works in its data folder, and this link follows it when the clone is moved meanwhile.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return rest.includes(cluster);
  }
}

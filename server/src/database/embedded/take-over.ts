import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostmasters, findSessions, isRunning, readPostmaster } from './postmaster.ts';
import { EmbeddedStartError } from './start-error.ts';

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

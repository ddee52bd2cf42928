import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostmasters, isAlive, readPostmaster } from './postmaster.ts';
import { EmbeddedStartError } from './start-error.ts';

/** A fast stop waits for nobody but must write everything; then an immediate one, which costs a recovery; then the end. In ms. */
export const STOP_STEPS: [signal: NodeJS.Signals, wait: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/**
 * Stops the PostgreSQL that a killed server left running, and defuses a `postmaster.pid` whose process is gone. The caller holds
 * the folder, so no living server owns what is found.
 */
export async function takeOver(cluster: string, log: (line: string) => void): Promise<void> {
  for (const pid of findPostmasters(cluster)) {
    log(
      `Une base laissée par un serveur interrompu tourne encore (processus ${pid}) : elle est arrêtée proprement.`,
    );
    await stopOrphan(pid, cluster);
  }
  // Whatever still bears the number is something else, or a dead process that nobody has waited for.
  const file = readPostmaster(cluster);
  if (file && isAlive(file.pid)) disownPostmasterFile(cluster);
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
 * PostgreSQL refuses to start while the number in the file belongs to a living process of its user. It makes an exception for its
 * own parent, which we are: with our number it goes on, and still checks the shared memory named further down in the file,
 * which a removed file would not let it do.
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

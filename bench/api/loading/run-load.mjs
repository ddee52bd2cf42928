import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { usageOf } from '../usage.mjs';

const LOAD = fileURLToPath(new URL('./load.mjs', import.meta.url));

/**
 * Runs a task in a process of its own (load.mjs).
 * @param pids the processes of `product`, which is the parent of PostgreSQL, and `bare`
 * @param server the one of them that the task loads; `load` when the load process itself does the work
 * @param onStarted called after the warm-up
 * @returns its figures, with the processor time of the server, the database and the load, and the memory of the first two
 */
export function runLoad(task, { pids, server, onEnd, onStarted = () => undefined }) {
  const load = fork(LOAD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onEnd(async () => load.kill('SIGKILL'));
  const processes = { ...pids, load: load.pid };
  const read = () => ({
    database: usageOf(processes.product).database,
    server: usageOf(processes[server]).server,
    client: usageOf(load.pid).server,
  });
  return new Promise((resolve, reject) => {
    let before;
    load.on('message', ({ started, finished, failed }) => {
      if (started) {
        before = read();
        onStarted();
        return;
      }
      const after = read();
      load.disconnect();
      if (failed) reject(new Error(failed));
      else resolve({ ...finished, ...difference(before ?? after, after, finished.count) });
    });
    load.once('exit', () => reject(new Error('the load process ended')));
    load.send(task);
  });
}

/** Processor time in seconds for 1,000 operations, and the memory at the end. */
function difference(before, after, count) {
  const perThousand = (part) => ((after[part].seconds - before[part].seconds) / count) * 1_000;
  return {
    cpu: {
      server: perThousand('server'),
      database: perThousand('database'),
      client: perThousand('client'),
    },
    memory: { server: after.server.bytes, database: after.database.bytes },
  };
}

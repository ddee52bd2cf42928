import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../scripts/tools/run.mjs';
import { isRunning, memoryOf } from './server-process.mjs';

const HOLDER = 'server/src/start/port/hold-port.fixture.ts';
const START_MS = 60_000;
const POLL_MS = 10;

/**
 * Like `serverOn`, but its port stays open while it is stopped, as with a socket unit of systemd, and it starts again by
 * itself: `start` then only waits until it is ready.
 */
export function heldServerOn(port, script, args, env, { readyPath, nodeArguments }) {
  const url = `http://127.0.0.1:${port}`;
  let holder;
  /** The holder is blocked, so its only child is the server. */
  const pid = () => Number(readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8'));
  const stop = async () => {
    const stopped = pid();
    process.kill(stopped, 'SIGTERM');
    while (isRunning(stopped)) await pause(POLL_MS);
  };
  return {
    url,
    pid,
    stop,
    async start() {
      const begin = performance.now();
      holder ??= spawn(
        process.execPath,
        [HOLDER, String(port), 'Infinity', ...nodeArguments, resolve(root, script), ...args],
        { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH, ...env } },
      );
      const signal = AbortSignal.timeout(START_MS);
      while (!(await fetch(url + readyPath, { signal }).catch(() => null))?.ok) {
        if (signal.aborted) throw new Error(`${script} did not start`);
        await pause(POLL_MS);
      }
      return performance.now() - begin;
    },
    async end() {
      if (holder === undefined) return;
      const server = pid();
      const ended = once(holder, 'exit');
      holder.kill('SIGKILL');
      await ended;
      process.kill(server, 'SIGTERM');
      while (isRunning(server)) await pause(POLL_MS);
    },
    memory: () => memoryOf(pid()),
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../scripts/tools/run.mjs';

const START_MS = 60_000;
const POLL_MS = 10;

/**
 * A server as a child process that listens on this port of 127.0.0.1; `start` again restarts it on the same data.
 * @param readyPath the path that returns 200 once it is ready
 */
export function serverOn(port, script, args, env, { readyPath = '/', nodeArguments = [] } = {}) {
  const url = `http://127.0.0.1:${port}`;
  let child;
  let isEnded = false;
  return {
    url,
    /** Returns the time until it is ready, ms. */
    async start() {
      if (isEnded) throw new Error('interrupted');
      const begin = performance.now();
      child = spawn(process.execPath, [...nodeArguments, resolve(root, script), ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { PATH: process.env.PATH, ...env },
      });
      while (!(await fetch(url + readyPath).catch(() => null))?.ok) {
        if (performance.now() - begin > START_MS || hasExited(child)) {
          throw new Error(`${script} did not start`);
        }
        await pause(POLL_MS);
      }
      return performance.now() - begin;
    },
    async stop() {
      if (child === undefined || hasExited(child)) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
    /** Stops it, even while it starts; it is not started again. */
    async end() {
      isEnded = true;
      await this.stop();
    },
    pid: () => child.pid,
    memory: () => memoryOf(child.pid),
  };
}

const hasExited = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** Resident memory of a process, bytes. */
export const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A free port from the system, so that benchmarks can run in parallel. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

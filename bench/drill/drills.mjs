import { randomInt } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning } from '../server-process.mjs';
import { sendCostlyRequests } from './costly/send-costly-requests.mjs';
import { signalDatabase } from './database.mjs';
import { judgeRefusals, REFUSAL_MS } from './refusals.mjs';

/** An exit after SIGTERM takes at most this long, ms (RELIABILITY 4). */
const EXIT_MS = 15_000;
const OVERLOAD = 750;
/** Time limit for normal latency after an overload, ms (RELIABILITY 4). */
const CALM_AGAIN_MS = 10_000;

/** Kills the server and waits until the system has released its port. */
async function killServer(product) {
  const pid = product.pid();
  process.kill(pid, 'SIGKILL');
  while (isRunning(pid)) await pause(1);
}

const statusOf = (url, path) =>
  fetch(url + path).then(
    ({ status }) => status,
    () => 0,
  );

/** Stops it with SIGTERM and starts it again. No call may have one of these statuses. */
function restartLosing(lost) {
  return async ({ product, load }) => {
    const since = load.calls.length;
    const begin = performance.now();
    await product.stop();
    const ms = performance.now() - begin;
    const startMs = await product.start();
    console.log(`stopped in ${Math.round(ms)} ms, started in ${Math.round(startMs)} ms`);
    const found = load.calls.slice(since).filter(({ status }) => lost.includes(status));
    for (const { at, ms: took, status, reason } of found) {
      const [sent, end] = [at - begin, at - begin + took].map(Math.round);
      console.log(`${status}: sent ${sent} ms after the signal, ended at ${end} ms: ${reason}`);
    }
    return [
      ...(ms > EXIT_MS ? [`stopped in ${Math.round(ms)} ms`] : []),
      ...(found.length > 0 ? [`${found.length} calls were ${lost.join(' or ')}`] : []),
    ];
  };
}

/** Writes until the disk is full; returns the path. */
function fill(dataDir) {
  const path = join(dataDir, 'filled');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return path;
}

/** Waits until the calls of one second have all succeeded, 95 % of them quickly. @returns how long that took, ms */
async function calmAgain(load, rate) {
  const begin = performance.now();
  while (performance.now() - begin < 3 * CALM_AGAIN_MS) {
    const since = performance.now();
    await pause(1_000);
    const here = await load.callsBetween(since, since + 1_000);
    const slow = here.filter(({ ms }) => ms > REFUSAL_MS).length;
    const haveSucceeded = here.every(({ status }) => status < 500);
    if (here.length >= rate / 2 && haveSucceeded && slow <= here.length / 20) return since - begin;
  }
  return performance.now() - begin;
}

/** Each harm returns what went wrong, and ends when the product may recover. */
export const drills = {
  'kill-server': {
    async harm({ product, readyMs }) {
      await killServer(product);
      const ms = await product.start();
      return ms > readyMs ? [`started in ${ms} ms`] : [];
    },
  },
  'kill-database': {
    async harm({ dataDir }) {
      signalDatabase(dataDir, 'SIGKILL');
    },
  },
  'kill-both': {
    async harm({ product, dataDir, readyMs }) {
      signalDatabase(dataDir, 'SIGKILL');
      await killServer(product);
      const ms = await product.start();
      return ms > readyMs ? [`started in ${ms} ms`] : [];
    },
  },
  'freeze-database': {
    async harm({ product, dataDir, holdMs }) {
      signalDatabase(dataDir, 'SIGSTOP');
      try {
        await pause(holdMs);
        const [ready, live] = [
          await statusOf(product.url, '/health/ready'),
          await statusOf(product.url, '/health/live'),
        ];
        return ready === 503 && live === 200 ? [] : [`frozen: ready ${ready}, live ${live}`];
      } finally {
        signalDatabase(dataDir, 'SIGCONT');
      }
    },
  },
  'disk-full': {
    // Mounting a disk needs root.
    needsDisk: true,
    async harm({ product, dataDir, holdMs, load }) {
      const path = fill(dataDir);
      try {
        await pause(holdMs);
        const { token } = load.people.supervisor;
        const written = await load.call({
          method: 'POST',
          path: '/api/zones',
          token,
          body: { label: 'Pleine', price: 1 },
        });
        const readBack = await load.call({ path: '/api/orders?limit=20', token });
        const ready = await statusOf(product.url, '/health/ready');
        const found = [written.status, readBack.status, ready].join(', ');
        return found === '503, 200, 503' ? [] : [`full: write, read, ready returned ${found}`];
      } finally {
        rmSync(path);
      }
    },
  },
  'sigterm-under-load': { harm: restartLosing(['dropped']) },
  // As with a socket unit of systemd: calls wait for the next process.
  'kept-port': { isPortKept: true, harm: restartLosing(['dropped', 'refused']) },
  'restart-loop': {
    async harm({ product }) {
      await killServer(product);
      // Killed while it starts.
      for (let n = 0; n < 3; n += 1) {
        const starting = product.start().catch(() => {});
        await pause(randomInt(2_000));
        await killServer(product);
        await starting;
      }
      await product.start();
    },
  },
  overload: {
    async harm({ load, rate, holdMs }) {
      const begin = performance.now();
      load.setRate(OVERLOAD);
      await pause(holdMs);
      load.setRate(rate);
      const calmMs = Math.round(await calmAgain(load, rate));
      const refused = load.calls
        .filter(({ at, status }) => at >= begin && status === 503)
        .map(({ ms }) => ms);
      const { p95, faults } = judgeRefusals(refused);
      console.log(`${refused.length} refused, p95 ${p95} ms; calm after ${calmMs} ms`);
      return [...faults, ...(calmMs > CALM_AGAIN_MS ? [`calm after ${calmMs} ms`] : [])];
    },
  },
  'clock-jump': {
    nodeArguments: ['--import', new URL('./shift-clock.mjs', import.meta.url).href],
    // The jump would end the desk sessions, which expire after 30 minutes without activity.
    settings: { DESK_IDLE_MINUTES: '720' },
    async harm({ product, holdMs, load }) {
      process.kill(product.pid(), 'SIGUSR2');
      await pause(holdMs);
      process.kill(product.pid(), 'SIGUSR2');
      const body = { identifier: '0197000001', password: 'demo-amasin' };
      const { status } = await load.call({ method: 'POST', path: '/api/auth/login', body });
      return status === 200 ? [] : [`a sign-in after the jump returned ${status}`];
    },
  },
  'costly-requests': { harm: sendCostlyRequests },
};

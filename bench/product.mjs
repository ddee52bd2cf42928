import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { root, SERVER_ENV, SERVER_FLAGS } from '../scripts/tools/run.mjs';
import { findRunningPostgres } from '../server/src/database/embedded/lock.ts';

const START_MS = 180_000;
const POLL_MS = 10;
/** Clock ticks of /proc in a second; Linux shows 100 to programs on every machine. */
const TICKS = 100;

/** Raises the limits above what a load reaches. MAX_BUSY, against overload, remains. */
const UNLIMITED = ['--import', new URL('raise-limits.mjs', import.meta.url).href];

/**
 * The product as `npm start` runs it, with demo accounts and the provider that approves payments; `start` again restarts it on the
 * same data.
 * @param hasLimits those of an installation
 */
export async function productOn(
  dataDir,
  { nodeArguments = [], settings = {}, folder = root, hasLimits = false } = {},
) {
  // No person answers for a pharmacy while a load runs.
  const asks = { ASK_PHARMACIES: 'never' };
  const all = { NODE_ENV: 'production', DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error', ...asks };
  const flags = [...SERVER_FLAGS, ...(hasLimits ? [] : UNLIMITED), ...nodeArguments];
  const args = [...flags, 'server/src/main.ts'];
  return serverOn(args, { ...SERVER_ENV, ...all, ...settings }, '/health/ready', folder);
}

/** A server as a child process, on a free port of 127.0.0.1 that it gets as PORT. @param cwd the folder of its code */
export async function serverOn(args, settings, readyPath, cwd = root) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, ...settings };
  let child;
  let isEnded = false;
  return {
    url,
    pid: () => child.pid,
    /** @returns the time until it is ready, ms */
    async start() {
      if (isEnded) throw new Error('interrupted');
      const begin = performance.now();
      child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env });
      while (!(await fetch(url + readyPath).catch(() => null))?.ok) {
        if (performance.now() - begin > START_MS || hasExited(child))
          throw new Error(`${args.at(-1)} did not start`);
        await pause(POLL_MS);
      }
      return Math.round(performance.now() - begin);
    },
    async stop(signal = 'SIGTERM') {
      if (child === undefined || hasExited(child)) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    /** Stops it, even while it starts; it is not started again. */
    async end() {
      isEnded = true;
      await this.stop();
    },
  };
}

const hasExited = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Runs statements on the database of the running product. */
export async function onDatabase(dataDir, work) {
  const pool = new pg.Pool({ ...findRunningPostgres(dataDir), max: 1 });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** The processes of the PostgreSQL that this server has started: the postmaster, then its children. */
export function databasePids(serverPid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), ...readStat(pid) }));
  const postmaster = all.find(({ parent, name }) => parent === serverPid && name === 'postgres')?.pid;
  return postmaster === undefined
    ? []
    : [postmaster, ...all.filter(({ parent }) => parent === postmaster).map(({ pid }) => pid)];
}

/** The processes that a process has started, except those of PostgreSQL. */
export const childrenOf = (parent) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), ...readStat(pid) }))
    .filter((one) => one.parent === parent && one.name !== 'postgres')
    .map(({ pid }) => pid);

/** The largest resident memory that a process has had, MB; 0 when it has ended. */
export function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Processor time of processes and of their children that have ended, seconds. */
export const secondsOf = (pids) => pids.reduce((sum, pid) => sum + (readStat(pid).ticks ?? 0), 0) / TICKS;

/** Resident memory of a process, as text. */
export const memoryOf = (pid) =>
  `${Math.round((Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024) / 1e6)} MB`;

function readStat(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const fields = rest.split(' ');
    return {
      name,
      parent: Number(fields[1]),
      ticks: fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0),
    };
  } catch {
    // It has ended meanwhile.
    return {};
  }
}

/** Sends a request and reads the response to its end. @param client of undici */
export async function send(client, { method = 'GET', path, token, key, body }) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
  };
  const content = method === 'GET' ? null : JSON.stringify(body ?? {});
  const response = await client.request({ method, path, headers, body: content });
  return { status: response.statusCode, text: await response.body.text() };
}

/** Payment, approval by the provider, order. @param post sends a body to a path and returns the response */
export async function payAndPlace(post, order) {
  const { transactionId } = await post('/api/payments', { order });
  await post(`/sandbox-pay/transactions/${transactionId}/approve`);
  return post('/api/orders', { ...order, transactionId });
}

/** The value below which this part of the values lies; undefined when there are none. */
export const percentileOf = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childOptions } from './create-cluster.ts';
import type { Endpoint, Transport } from './endpoint.ts';
import { binaryPath } from './locate-binaries.ts';
import { readPostmaster } from './postmaster.ts';
import type { Home } from './prepare-home.ts';
import { EmbeddedStartError } from './start-error.ts';
import { STOP_STEPS, takeOver } from './take-over.ts';

export type ClusterRun = {
  home: Home;
  endpoint: Endpoint;
  transport: Transport;
  durable: boolean;
  log: (line: string) => void;
};

/** Time for replaying the WAL after a crash, ms; a longer start means that something is wrong. */
const READY_DEADLINE = 300_000;
/** Time for the sessions of a killed PostgreSQL to end and release their memory, ms. */
const LEFTOVER_DEADLINE = 10_000;
/** PostgreSQL's errors when another server still runs, perhaps started too late for us to detect it. */
const LEFTOVER_SIGNS = /shared memory block|lock file "[^"]*" already exists/;
/** Restarts after unexpected exits within one minute before giving up. */
const RESTARTS_A_MINUTE = 5;

/** For a machine of 1 or 2 GB shared with Node: durable, small, and without health data in its log. */
function settings({ endpoint, transport, durable }: ClusterRun): Record<string, string | number> {
  return {
    port: endpoint.port,
    listen_addresses: transport === 'tcp' ? endpoint.host : '',
    unix_socket_directories: transport === 'socket' ? endpoint.host : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, overwritten a week later: at most seven.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/** Starts PostgreSQL, waits until it accepts connections, and keeps it running until `stop()`. */
export async function runCluster(run: ClusterRun): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let child = await launch(run);
  let restarting: Promise<void> | undefined;
  const ends: number[] = [];

  const watch = () =>
    child.once('exit', (code, signal) => {
      if (!stopping) restarting = restart(signal ?? `code ${code}`);
    });
  const restart = async (why: string) => {
    ends.push(Date.now());
    if (ends.filter((time) => time > Date.now() - 60_000).length > RESTARTS_A_MINUTE) {
      return run.log(
        `PostgreSQL s’arrête sans cesse (${why}) et n’est plus relancé : voir ${logFolder(run.home)}.`,
      );
    }
    run.log(`PostgreSQL s’est arrêté sans qu’on le lui demande (${why}) : il est relancé.`);
    try {
      child = await launch(run);
      watch();
    } catch (error) {
      run.log((error as Error).message);
    }
  };
  watch();

  return {
    stop: async () => {
      stopping = true;
      await restarting;
      await stopChild(child, run);
    },
  };
}

async function launch(run: ClusterRun): Promise<ChildProcess> {
  const patience = Date.now() + LEFTOVER_DEADLINE;
  for (;;) {
    const { child, readOutput } = spawnPostmaster(run);
    if (await isReady(child, run)) return child;
    const reason = readOutput();
    if (LEFTOVER_SIGNS.test(reason) && Date.now() < patience) {
      await pause(100);
      await takeOver(run.home.cluster, run.log);
      continue;
    }
    const lastLine = reason.trim().split('\n').pop() ?? '';
    throw new EmbeddedStartError(`PostgreSQL n’a pas démarré (${lastLine}) : voir ${logFolder(run.home)}.`);
  }
}

function spawnPostmaster(run: ClusterRun) {
  const args = Object.entries(settings(run)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // For output before PostgreSQL opens its own log.
  const outputPath = join(run.home.dataDir, 'postgres-start.log');
  const output = openSync(outputPath, 'w');
  const child = spawn(binaryPath(run.home.native, 'postgres'), ['-D', run.home.cluster, ...args], {
    ...childOptions(run.home),
    // In its own process group: Ctrl-C signals our whole group, but the database must run until pending requests have ended.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.once('error', () => undefined);
  return { child, readOutput: () => readFileSync(outputPath, 'utf8') };
}

async function isReady(child: ChildProcess, { home }: ClusterRun): Promise<boolean> {
  const deadline = Date.now() + READY_DEADLINE;
  while (child.pid !== undefined && !hasEnded(child)) {
    const postmaster = readPostmaster(home.cluster);
    if (postmaster?.pid === child.pid && postmaster.ready) return true;
    if (Date.now() > deadline) child.kill('SIGKILL');
    await pause(10);
  }
  return false;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stopChild(child: ChildProcess, { home }: ClusterRun): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (hasEnded(child)) resolve();
    else child.once('exit', () => resolve());
  });
  for (const [signal, wait] of STOP_STEPS) {
    if (hasEnded(child)) return;
    if (process.platform === 'win32') stopOnWindows(home, signal);
    else child.kill(signal);
    const timer = new AbortController();
    await Promise.race([ended, pause(wait, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }
}

/** Windows has no signals: Node would kill the process without a clean stop. */
function stopOnWindows(home: Home, signal: NodeJS.Signals): void {
  const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
  execFile(
    binaryPath(home.native, 'pg_ctl'),
    ['stop', '-W', '-D', home.cluster, '-m', mode],
    childOptions(home),
    () => undefined,
  );
}

function logFolder(home: Home): string {
  return join(home.cluster, 'log');
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OperatorError } from '../../settings/operator-error.ts';
import { binaryPath, type Endpoint, type Home, passwordFile, SUPERUSER, type Transport } from './home.ts';
import { endPostgres, readPostmaster, takeOver } from './lock.ts';

/** Creates the cluster unless it exists. Atomic: leftovers of an interrupted creation are deleted first. */
export async function createCluster(home: Home, transport: Transport, durable: boolean): Promise<void> {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return;
  const partial = `${home.cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const password = passwordFile(home.dataDir);
  if (home.account) {
    const { uid, gid } = home.account;
    chownSync(partial, uid, gid);
    if (transport === 'tcp') chownSync(password, uid, gid);
  }
  const args = [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    // The C library's locale does not lower-case É; the builtin provider supports Unicode.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(transport === 'tcp'
      ? ['--auth=scram-sha-256', `--pwfile=${password}`]
      : ['--auth-local=trust', '--auth-host=reject']),
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(binaryPath(home.native, 'initdb'), args, childOptions(home));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().replaceAll(/\s+/g, ' ');
    throw new OperatorError(
      `La base embarquée ne peut pas être créée dans ${home.cluster} (${reason}) : corrigez cela, ou indiquez un serveur dans DATABASE_URL.`,
    );
  }
  renameSync(partial, home.cluster);
}

/**
 * Options of PostgreSQL's processes: no PG… variables, which PostgreSQL would read; a fixed locale, which affects
 * collation; and the folder of its programs, because its account may be unable to enter our current folder.
 */
function childOptions({ native, account }: Pick<Home, 'native' | 'account'>) {
  const { PATH = '', SystemRoot, TEMP } = process.env;
  return {
    env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) },
    cwd: join(native, 'bin'),
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

type ClusterRun = {
  home: Home;
  endpoint: Endpoint;
  transport: Transport;
  durable: boolean;
  log: (line: string) => void;
};

/** Pause before PostgreSQL is started again, ms. */
const RESTART_PAUSE = 1_000;
/** Time for the sessions of a killed PostgreSQL to end with their statement and release their memory, ms. */
const LEFTOVER_DEADLINE = 30_000;
/** PostgreSQL's errors when another server still runs, perhaps started too late for us to detect it. */
const LEFTOVER_SIGNS = /shared memory block|lock file "[^"]*" already exists/;

/** Sets PostgreSQL up for a machine of 1 or 2 GB shared with Node: durable, small, and without health data in its log. */
function settings({ endpoint, transport, durable }: ClusterRun): Record<string, string | number> {
  return {
    port: endpoint.port,
    listen_addresses: transport === 'tcp' ? endpoint.host : '',
    unix_socket_directories: transport === 'socket' ? endpoint.host : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    // After a crash, one call instead of one fsync for each of 1,300 files: 0.06 s instead of 1.7 s.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
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
  const stopping = new AbortController();
  const running = keepRunning(run, await launch(run, stopping.signal), stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Starts PostgreSQL again each time it ends, until `signal`; then stops it. */
async function keepRunning(run: ClusterRun, first: ChildProcess, signal: AbortSignal): Promise<void> {
  let child: ChildProcess | null = first;
  for (;;) {
    await untilEnded(child, signal);
    if (signal.aborted) return stopChild(child, run);
    const why: string = child.signalCode ?? `code ${child.exitCode}`;
    run.log(`PostgreSQL s’est arrêté sans qu’on le lui demande (${why}) : il est relancé.`);
    child = await launchAgain(run, signal);
    if (child === null) return;
  }
}

/** @returns null when `signal` ended the attempts */
async function launchAgain(run: ClusterRun, signal: AbortSignal): Promise<ChildProcess | null> {
  while (!signal.aborted) {
    try {
      await pause(RESTART_PAUSE, undefined, { signal });
      const child = await launch(run, signal);
      run.log('PostgreSQL répond de nouveau.');
      return child;
    } catch (error) {
      if (!signal.aborted) run.log(`${(error as Error).message} Nouvel essai.`);
    }
  }
  return null;
}

/** @throws OperatorError when PostgreSQL ended before it was ready, or `signal` stopped it */
async function launch(run: ClusterRun, signal: AbortSignal): Promise<ChildProcess> {
  const deadline = performance.now() + LEFTOVER_DEADLINE;
  for (;;) {
    const { child, readOutput } = spawnPostmaster(run);
    if (await isReady(child, run, signal)) return child;
    const output = readOutput();
    if (LEFTOVER_SIGNS.test(output) && performance.now() < deadline && !signal.aborted) {
      await pause(100);
      await takeOver(run.home.cluster, run.log);
      // Like the pid in postmaster.pid, the one in here may belong to another process by now.
      rmSync(join(run.endpoint.host, `.s.PGSQL.${run.endpoint.port}.lock`), { force: true });
      continue;
    }
    const reason = findReason(output) ?? findReason(readLog(run.home)) ?? output.trim().split('\n').pop();
    throw new OperatorError(`PostgreSQL n’a pas démarré (${reason}) : voir ${logFolder(run.home)}.`);
  }
}

/** The last fatal error since the last start. */
function findReason(log: string): string | undefined {
  const [sinceStart = ''] = log.split(/starting PostgreSQL/).slice(-1);
  return [...sinceStart.matchAll(/(?:FATAL|PANIC): +(.*)/g)].pop()?.[1];
}

/** The last error stands at the end of the log, which has no limit. */
const LOG_TAIL = 16_384;

/** Returns the end of PostgreSQL's newest log; empty when there is none. */
function readLog(home: Home): string {
  try {
    const paths = readdirSync(logFolder(home)).map((name) => join(logFolder(home), name));
    const [newest = ''] = paths.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    const file = openSync(newest, 'r');
    try {
      const tail = Buffer.alloc(LOG_TAIL);
      const start = Math.max(0, statSync(newest).size - LOG_TAIL);
      return tail.toString('utf8', 0, readSync(file, tail, { position: start }));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

function spawnPostmaster(run: ClusterRun) {
  const args = Object.entries(settings(run)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // PostgreSQL writes here before it opens its own log.
  const outputPath = join(run.home.dataDir, 'postgres-start.log');
  const output = openSync(outputPath, 'w');
  const child = spawn(binaryPath(run.home.native, 'postgres'), ['-D', run.home.cluster, ...args], {
    ...childOptions(run.home),
    // In its own process group: Ctrl-C signals our whole group, but the database must run until pending requests have
    // ended.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.once('error', () => undefined);
  return { child, readOutput: () => readFileSync(outputPath, 'utf8') };
}

async function isReady(child: ChildProcess, run: ClusterRun, signal: AbortSignal): Promise<boolean> {
  while (child.pid !== undefined && !hasEnded(child)) {
    const postmaster = readPostmaster(run.home.cluster);
    if (postmaster?.pid === child.pid && postmaster.ready) return true;
    if (signal.aborted) await stopChild(child, run);
    await pause(10);
  }
  return false;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Resolves when the process has ended, or at `signal`. */
async function untilEnded(child: ChildProcess, signal: AbortSignal): Promise<void> {
  while (!hasEnded(child) && !signal.aborted) await once(child, 'exit', { signal }).catch(() => undefined);
}

async function stopChild(child: ChildProcess, { home }: ClusterRun): Promise<void> {
  const send = (signal: NodeJS.Signals) =>
    process.platform === 'win32' ? stopOnWindows(home, signal) : child.kill(signal);
  await endPostgres(send, () => hasEnded(child));
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

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chooseAccount, type EmbeddedConnection } from './home.ts';
import { findPostmasters, findRunningPostgres, readPostmaster, takeOver } from './lock.ts';
import type { FixtureReport } from './serve.fixture.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

let dataDir: string;
let cluster: string;
let lines: string[];
let children: ChildProcess[];
let running: EmbeddedPostgres[];

// One cluster for all tests: creating one takes longer than all the rest.
beforeAll(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-test-')));
  chmodSync(dataDir, 0o755);
  cluster = join(dataDir, 'postgres');
});

beforeEach(() => {
  lines = [];
  children = [];
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()));
  await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
  const orphan = readPostmaster(cluster);
  await takeOver(cluster, () => undefined);
  if (orphan) rmSync(orphan.host, { recursive: true, force: true });
});

afterAll(() => rmSync(dataDir, { recursive: true }));

async function start({ durable = false, patience = 200 } = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({
    dataDir,
    durable,
    patience,
    log: (line) => lines.push(line),
  });
  running.push(database);
  return database;
}

async function startElsewhere(
  word: string,
  durable = false,
): Promise<{
  server: ChildProcess;
  report: FixtureReport;
}> {
  const options = JSON.stringify({ dataDir, durable, word, patience: 200 });
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serve.fixture.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // In its own process group, as in a terminal.
    detached: true,
  });
  children.push(server);
  for await (const line of createInterface(server.stdout)) return { server, report: JSON.parse(line) };
  throw new Error('the second process ended without output');
}

async function kill(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

async function readWords(connection: EmbeddedConnection): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ word: string }>('SELECT word FROM words');
    return rows.map((row) => row.word);
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return readPostmaster(cluster)?.pid ?? 0;
}

test('a second server on the same folder fails with one line that names the first', async () => {
  const { server, report } = await startElsewhere('refused');
  expect(report.started).toBe(true);
  await expect(start()).rejects.toThrow(
    `Une autre instance d’Amasin utilise déjà le dossier ${dataDir} (processus ${server.pid}).`,
  );
  await kill(server, 'SIGTERM');
  expect(await readWords((await start()).connection)).toContain('refused');
});

test('a start waits for a server that is stopping', async () => {
  const first = await start();
  const [second] = await Promise.all([start({ patience: 5_000 }), first.stop()]);
  expect(second.fresh).toBe(false);
});

test('of concurrent starts, exactly one gets the folder', async () => {
  const results = await Promise.all([startElsewhere('a'), startElsewhere('b'), startElsewhere('c')]);
  expect(results.filter(({ report }) => report.started)).toHaveLength(1);
});

test('SIGTERM leaves no process running and releases the folder', async () => {
  const { server } = await startElsewhere('sigterm');
  await kill(server, 'SIGTERM');
  expect(findPostmasters(cluster)).toEqual([]);
  await start();
  expect(lines).toEqual([]);
});

test('Ctrl-C, which reaches the whole process group, does not stop the database', async () => {
  const { server } = await startElsewhere('group');
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.kill(-(server.pid ?? 0), 'SIGINT');
  await ended;
  const found = findRunningPostgres(dataDir);
  expect(found && (await readWords(found))).toContain('group');
});

test('a database left running by a killed server is stopped cleanly without losing data', async () => {
  const { server } = await startElsewhere('orphan');
  const orphan = postmasterPid();
  await kill(server, 'SIGKILL');
  expect(findPostmasters(cluster)).toEqual([orphan]);

  const database = await start();
  expect(findPostmasters(cluster)).not.toContain(orphan);
  expect(lines).toEqual([
    `Une base laissée par un serveur interrompu tourne encore (processus ${orphan}) : elle est arrêtée proprement.`,
  ]);
  expect(database.fresh).toBe(false);
  expect(await readWords(database.connection)).toContain('orphan');
});

test('recovers committed data after server and database were killed, in either order', async () => {
  const first = await startElsewhere('killed first', true);
  await kill(first.server, 'SIGKILL');
  process.kill(postmasterPid(), 'SIGKILL');
  const second = await startElsewhere('killed second', true);
  // The server may be restarting the database when it is killed.
  process.kill(postmasterPid(), 'SIGKILL');
  await kill(second.server, 'SIGKILL');
  expect(await readWords((await start({ durable: true })).connection)).toEqual(
    expect.arrayContaining(['killed first', 'killed second']),
  );
});

test('a stale postmaster.pid with the pid of another process neither blocks the start nor ends that process', async () => {
  const { server } = await startElsewhere('reused');
  const file = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  await kill(server, 'SIGTERM');
  // PostgreSQL only checks processes of its own user.
  const account = chooseAccount(cluster);
  const stranger = spawn('sleep', ['60'], account ? { uid: account.uid, gid: account.gid } : {});
  children.push(stranger);
  writeFileSync(join(cluster, 'postmaster.pid'), file.replace(/^\d+/, String(stranger.pid)));

  const database = await start();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  expect(await readWords(database.connection)).toContain('reused');
});

const RESTARTED = [
  'PostgreSQL s’est arrêté sans qu’on le lui demande (SIGKILL) : il est relancé.',
  'PostgreSQL répond de nouveau.',
];

async function killAndWait(): Promise<void> {
  const killed = postmasterPid();
  process.kill(killed, 'SIGKILL');
  const isBack = () => findRunningPostgres(dataDir) !== undefined && postmasterPid() !== killed;
  await expect.poll(isBack, { timeout: 60_000, interval: 10 }).toBe(true);
}

test('restarts a database that exits again and again while its server is running', async () => {
  const database = await start();
  for (let kill = 1; kill <= 6; kill += 1) {
    await killAndWait();
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2 * kill);
  }
  expect(lines).toEqual(Array.from({ length: 6 }, () => RESTARTED).flat());
  expect(await readWords(database.connection)).toBeDefined();
}, 60_000);

test('says why the database does not start, until the cause is removed', async () => {
  await start();
  const config = join(cluster, 'postgresql.conf');
  const content = readFileSync(config);
  writeFileSync(config, 'work_mem = beaucoup\n');
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(3);
  const failed = `PostgreSQL n’a pas démarré (configuration file "${config}" contains errors) : voir ${join(cluster, 'log')}. Nouvel essai.`;
  expect(lines.slice(0, 4)).toEqual([RESTARTED[0], failed, failed, failed]);
  writeFileSync(config, content);
  await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe(RESTARTED[1]);
}, 60_000);

test('stops while it waits to start the database again', async () => {
  const database = await start();
  const config = join(cluster, 'postgresql.conf');
  const content = readFileSync(config);
  writeFileSync(config, 'work_mem = beaucoup\n');
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(1);
  await database.stop();
  writeFileSync(config, content);
  expect((await start()).fresh).toBe(false);
  expect(findPostmasters(cluster)).toHaveLength(1);
}, 60_000);

test.skipIf(process.platform !== 'linux')(
  'waits for a session of a killed database that does not end at once',
  async () => {
    const database = await start();
    const client = new pg.Client(database.connection);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0].pid, 'SIGSTOP');
    setTimeout(() => process.kill(rows[0].pid, 'SIGCONT'), 3_000);
    await killAndWait();
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(RESTARTED);
    expect(await readWords(database.connection)).toBeDefined();
  },
  60_000,
);

test('a command finds the database of a running server, and none after it stopped', async () => {
  expect(findRunningPostgres(dataDir)).toBeUndefined();
  const { server, report } = await startElsewhere('beside');
  const found = findRunningPostgres(dataDir);
  expect(report).toMatchObject({ started: true, connection: found });
  expect(found && (await readWords(found))).toContain('beside');
  await kill(server, 'SIGTERM');
  expect(findRunningPostgres(dataDir)).toBeUndefined();
});

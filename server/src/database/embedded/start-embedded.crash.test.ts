import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Account, binaryPath, chooseAccount, locateBinaries } from './home.ts';
import { readPostmaster } from './lock.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

// It creates and starts clusters: `npm run test:long -- --only crash` runs it. Every test on a server starts one too.

const isRoot = process.getuid?.() === 0;
const fixture = join(import.meta.dirname, 'serve.fixture.ts');

/** For tests that need no cluster of their own: creating one takes longer than all the rest. */
let shared: string;
let folder: string;
let lines: string[];
let running: EmbeddedPostgres[];

function makeFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-test-')));
  chmodSync(path, 0o755);
  return path;
}

beforeAll(() => {
  shared = makeFolder();
});
afterAll(() => rmSync(shared, { recursive: true }));

beforeEach(() => {
  folder = makeFolder();
  lines = [];
  running = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.map((database) => database.stop()));
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    shelter: join(folder, 'shelter'),
    durable: false,
    log: (line) => lines.push(line),
    ...options,
  });
  running.push(database);
  return database;
}

async function ask(target: pg.ClientConfig, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

function copyWithoutLinks(to: string): string {
  const native = join(to, 'native');
  mkdirSync(to, { recursive: true });
  const original = locateBinaries();
  const filter = (path: string) => !lstatSync(path).isSymbolicLink();
  cpSync(original, native, { recursive: true, filter });
  cpSync(join(original, '..', 'package.json'), join(to, 'package.json'));
  return native;
}

test('a first start creates an empty UTF-8 database in UTC, on a socket only', async () => {
  const database = await start({ dataDir: shared, durable: true });
  expect(database.fresh).toBe(true);
  expect(
    await ask(
      database.connection,
      `SELECT current_setting('server_encoding') AS encoding, lower('ÉTÉ') AS lower,
         current_setting('listen_addresses') AS addresses, current_setting('TimeZone') AS zone,
         current_setting('fsync') AS fsync, current_setting('jit') AS jit`,
    ),
  ).toEqual({
    encoding: 'UTF8',
    lower: 'été',
    addresses: '',
    zone: 'UTC',
    fsync: 'on',
    jit: 'off',
  });
  expect(await ask({ connectionString: database.url }, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('the socket folder is private and its path fits even under a long temporary folder', async () => {
  const temporary = join(folder, 'long'.repeat(25));
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const { connection } = await start({ dataDir: shared });
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.${connection.port}`)).toBeLessThanOrEqual(107);
});

test('a second start keeps the data and creates nothing', async () => {
  const first = await start({ dataDir: shared });
  await ask(first.connection, 'CREATE TABLE saved AS SELECT 42 AS answer');
  await first.stop();
  expect(existsSync(first.connection.host)).toBe(false);
  const second = await start({ dataDir: shared });
  expect(second.fresh).toBe(false);
  expect(await ask(second.connection, 'SELECT answer FROM saved')).toEqual({
    answer: 42,
  });
});

test('an interrupted creation is restarted', async () => {
  mkdirSync(join(folder, 'data', 'postgres.partial', 'base'), {
    recursive: true,
  });
  expect((await start()).fresh).toBe(true);
});

test('without Unix sockets, listens on 127.0.0.1 with a password, which a second start knows', async () => {
  await (await start({ transport: 'tcp' })).stop();
  const { connection, url, fresh } = await start({ transport: 'tcp' });
  expect(fresh).toBe(false);
  expect(connection.host).toBe('127.0.0.1');
  expect(await ask({ connectionString: url }, 'SELECT 1 AS one')).toEqual({
    one: 1,
  });
  await expect(ask({ ...connection, password: 'another' }, 'SELECT 1')).rejects.toThrow(/password/);
});

test.skipIf(!isRoot)('as root, runs PostgreSQL as an unprivileged user (needs root)', async () => {
  await start({ dataDir: shared });
  const cluster = join(shared, 'postgres');
  const account = chooseAccount(cluster) as Account;
  expect(account.uid).not.toBe(0);
  expect(statSync(cluster).uid).toBe(account.uid);
  expect(statSync(`/proc/${readPostmaster(cluster)?.pid}`).uid).toBe(account.uid);
});

test.skipIf(!isRoot)(
  'keeps the data in a folder that only root can list: the account may only enter (needs root)',
  async () => {
    chmodSync(shared, 0o700);
    await start({ dataDir: shared });
    expect(lines).toEqual([]);
    const account = chooseAccount(join(shared, 'postgres')) as Account;
    expect(statSync(shared)).toMatchObject({ uid: 0, gid: account.gid });
    expect(statSync(shared).mode & 0o777).toBe(0o710);
  },
);

test.skipIf(!isRoot)(
  "stores data and programs in the shelter for a clone under root's home, and logs it (needs root)",
  async () => {
    const home = join(folder, 'root');
    mkdirSync(home, { mode: 0o700 });
    const options = {
      dataDir: join(home, 'data'),
      native: copyWithoutLinks(join(home, 'package')),
    };
    const first = await start(options);
    await ask(first.connection, 'CREATE TABLE saved AS SELECT 42 AS answer');
    await first.stop();

    const [cluster, copy] = readdirSync(join(folder, 'shelter')).sort();
    const { name } = chooseAccount('') as Account;
    expect(lines).toEqual([
      `L’utilisateur ${name} ne peut pas entrer dans ${home}/data : la base est gardée dans ${folder}/shelter/${cluster}.`,
      `Les programmes de PostgreSQL sont copiés dans ${folder}/shelter/${copy} pour l’utilisateur ${name}.`,
    ]);
    const second = await start(options);
    expect(await ask(second.connection, 'SELECT answer FROM saved')).toEqual({
      answer: 42,
    });
  },
);

test("without root, runs PostgreSQL as the server's own user", async (context) => {
  if (!isRoot) {
    await start();
    expect(statSync(join(folder, 'data', 'postgres')).uid).toBe(process.getuid?.());
    return;
  }
  const account = chooseAccount('') as Account;
  const { uid, gid } = account;
  const check = spawnSync(process.execPath, ['--check', fixture], { uid, gid, cwd: '/' });
  const reachable = check.status === 0;
  context.skip(!reachable, `L’utilisateur ${account.name} ne peut pas lire ce clone.`);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chownSync(dataDir, account.uid, account.gid);
  const child = spawnSync(
    process.execPath,
    [fixture, JSON.stringify({ dataDir, durable: false, once: true })],
    {
      uid: account.uid,
      gid: account.gid,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  expect(JSON.parse(child.stdout)).toMatchObject({
    started: true,
    fresh: true,
    uid: account.uid,
    lines: [],
  });
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(account.uid);
});

test('creates missing links of the libraries, even in concurrent processes', async () => {
  const native = copyWithoutLinks(join(folder, 'package'));
  const module = JSON.stringify(join(import.meta.dirname, 'home.ts'));
  const code = `import { linkLibraries } from ${module}; linkLibraries(${JSON.stringify(native)});`;
  const link = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
    return await new Promise((resolve) => child.once('exit', resolve));
  };
  expect(await Promise.all([link(), link(), link()])).toEqual([0, 0, 0]);
  expect(spawnSync(binaryPath(native, 'initdb'), ['--version'], { encoding: 'utf8' }).stdout).toContain(
    '18.',
  );
  expect(spawnSync(binaryPath(native, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout).toContain(
    '18.',
  );
});

test('a platform without binaries gets a one-line error that suggests DATABASE_URL', () => {
  expect(() => locateBinaries('sunos-sparc')).toThrow(
    /^La base embarquée n’existe pas .*sunos-sparc.* DATABASE_URL\.$/,
  );
});

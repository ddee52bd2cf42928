import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { openStore, type Store } from './open-store.ts';

const name = `amasin_pooler_${randomBytes(4).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'amasin-pooler-'));
const ignored =
  'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout';

let direct: string;
let pooler: ChildProcess | null = null;
let store: Store | null = null;

beforeAll(async () => {
  await copyTemplate(inject('postgres'), name);
  direct = withDatabase(inject('postgres').url, name);
  chmodSync(folder, 0o777);
});
afterEach(async () => {
  await store?.close();
  store = null;
  pooler?.kill('SIGKILL');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

describe.skipIf(!hasPgBouncer())(`PgBouncer${hasPgBouncer() ? '' : ' (not installed)'}`, () => {
  it.each([
    ['transaction', ''],
    ['transaction', ignored],
    ['session', ''],
  ])('in mode %s is refused by name at the start: « %s »', async (mode, more) => {
    const url = await startPooler(mode, more);
    await expect(open(url)).rejects.toThrow(/^Réglage DATABASE_URL : ce n’est pas PostgreSQL qui répond/);
  });

  it('in mode session serves when it ignores our timeouts', async () => {
    store = await open(await startPooler('session', ignored));
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

const open = (url: string) =>
  openStore(
    { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: 2 },
    { print: () => {}, onError: () => {}, migrates: false },
  );

async function startPooler(mode: string, more: string): Promise<string> {
  const { host, port, user, password } = new Client({ connectionString: direct });
  const own = await freePort();
  const users = join(folder, 'users');
  const settings = join(folder, 'settings.ini');
  const target = `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`;
  writeFileSync(users, `"${user}" ""\n`);
  writeFileSync(
    settings,
    `[databases]\n${name} = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nauth_type = trust\nauth_file = ${users}\npool_mode = ${mode}\nunix_socket_dir =\n${more}\n`,
  );
  // PgBouncer refuses to run as root, as PostgreSQL does: the owner of the database's socket may read it.
  const owner = process.getuid?.() === 0 && host.startsWith('/') ? { uid: statSync(host).uid } : {};
  pooler = spawn('pgbouncer', ['-q', settings], { stdio: 'ignore', ...owner });
  await vi.waitFor(() => connects(own), { timeout: 10_000, interval: 20 });
  return `postgresql://${user}@127.0.0.1:${own}/${name}`;
}

function connects(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => resolve(void socket.destroy()));
    socket.once('error', reject);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function hasPgBouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

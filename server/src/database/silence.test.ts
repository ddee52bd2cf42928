import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { isOutage } from './errors.ts';
import { type FreezingProxy, startFreezingProxy } from './freezing-proxy.fixture.ts';
import { listen, notifyChannel } from './listen.ts';
import { allowLongStatements } from './pool.ts';
import { transact } from './transaction.ts';

const LIMITS = { silentMs: 400 };
const WAIT = { timeout: 20_000, interval: 10 };

let server: TestApp;
let proxy: FreezingProxy;
let opened: OpenDatabase;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

beforeEach(async () => {
  const url = new URL(server.pool.options.connectionString ?? '');
  const folder = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  proxy = await startFreezingProxy(
    folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` },
  );
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${proxy.port}`;
  const config = { connectionString: url.href, max: 1, connectionTimeoutMillis: 1_000 };
  opened = openDatabase(config, () => {}, LIMITS);
});
afterEach(async () => {
  proxy.thaw();
  await opened.close();
  await proxy.close();
});

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );

it('a query of a frozen server fails as an outage, and its late response reaches nobody', async () => {
  await opened.db.execute(sql`select 'before' as word`);
  proxy.freeze();
  expect(isOutage(await failure(opened.db.execute(sql`select 'late' as word`)))).toBe(true);
  // The only connection is replaced: this one waits for the server as well.
  expect(isOutage(await failure(opened.db.execute(sql`select 'refused' as word`)))).toBe(true);
  proxy.thaw();
  expect((await opened.db.execute(sql`select 'after' as word`)).rows).toEqual([{ word: 'after' }]);
});

it('a transaction of a frozen server ends at the first silence, and its connection is not used again', async () => {
  const { rows } = await opened.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const work = transact(opened.db, async (tx) => {
    await tx.execute(sql`create table half_done ()`);
    proxy.freeze();
    await tx.execute(sql`select 1`);
  });
  await failure(work);
  proxy.thaw();
  const after = await opened.db.execute<{ pid: number; found: string | null }>(
    sql`select pg_backend_pid() as pid, to_regclass('half_done') as found`,
  );
  expect(after.rows[0]?.pid).not.toBe(rows[0]?.pid);
  expect(after.rows[0]?.found).toBeNull();
});

it('an idle connection of the pool is kept for longer', async () => {
  const readPid = () => opened.db.execute(sql`select pg_backend_pid() as pid`);
  const { rows: before } = await readPid();
  await server.db.execute(sql`select pg_sleep(0.6)`);
  expect((await readPid()).rows).toEqual(before);
});

it('a statement without limit may be silent for longer', async () => {
  const client = await opened.pool.connect();
  await allowLongStatements(client);
  expect((await client.query(`select pg_sleep(0.6), 'done' as word`)).rows).toMatchObject([{ word: 'done' }]);
  client.release(true);
});

it('an idle connection that listens is kept; a frozen one is replaced', async () => {
  const onPayload = vi.fn();
  const onResume = vi.fn();
  const onError = vi.fn();
  const queries = vi.spyOn(Client.prototype, 'query');
  const listening = await listen(opened.pool, 'essai', { onPayload, onResume, onError, ...LIMITS });
  await expect.poll(() => queries.mock.calls.length, WAIT).toBeGreaterThan(2);
  queries.mockRestore();
  await notifyChannel(server.db, 'essai', 'heard');
  await expect.poll(() => onPayload.mock.calls, WAIT).toEqual([['heard']]);
  expect(onResume).not.toHaveBeenCalled();

  proxy.freeze();
  await expect.poll(() => onError.mock.calls.length, WAIT).toBeGreaterThan(0);
  expect(isOutage(onError.mock.calls[0]?.[0])).toBe(true);
  proxy.thaw();
  await expect.poll(() => onResume.mock.calls.length, WAIT).toBe(1);
  await listening.close();
});

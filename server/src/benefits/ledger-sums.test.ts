import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { openDatabase } from '../database/database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findBalances, sumPlatformBalance } from './balance-queries.ts';

let server: TestApp;
let partner: string;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  partner = (await buildUser(server.db, { type: 'partnerDoctor' })).id;
});

type Query = (statement: string, values?: unknown[]) => Promise<unknown>;
const run: Query = (statement, values = []) => server.pool.query(statement, values);

/** Posts an amount to the account of an owner, and its opposite to the bank. A negative amount was earned. */
async function post(amount: number, { query = run, owner = partner as string | null } = {}) {
  const account = owner === null ? 'platform' : 'partner';
  await query(
    `with line as (insert into journals (id, kind, at) values ($1, 'payout-return', now()) returning id, at)
     insert into entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
     select gen_random_uuid(), line.id, e.account, e.owner::uuid, e.amount, line.at
     from line, (values ($2, $3, $4::bigint), ('bank', null, -$4::bigint)) e (account, owner, amount)`,
    [v7(), account, owner, amount],
  );
}

/** A transaction that is still open. */
async function begin() {
  const client = await server.pool.connect();
  await client.query('begin');
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how);
    client.release();
  };
  return { post: (amount: number) => post(amount, { query: (...call) => client.query(...call) }), end };
}

/** Other tests use the same PostgreSQL: an older transaction of theirs may be running. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { rows } = await server.pool.query(
        'select pg_snapshot_xmin(pg_current_snapshot()) > (select xact from entries order by xact desc limit 1) as "isOver"',
      );
      expect(rows).toEqual([{ isOver: true }]);
    },
    { timeout: 20_000 },
  );

/** Doubles the partner's entries, with the triggers that forbid it disabled: to tell whether they are read again. */
async function doubleEntries() {
  await run('alter table entries disable trigger all');
  await run('update entries set amount_fcfa = amount_fcfa * 2 where beneficiary_id = $1', [partner]);
  await run('alter table entries enable trigger all');
}

const earned = async () => (await findBalances(server.db)).partners.find(({ id }) => id === partner)?.total;

it('counts a transaction once, whether it ends before or after later ones', async () => {
  await post(-100);
  const early = await begin();
  await early.post(-20);
  await post(-3);
  expect([await earned(), await earned()]).toEqual([103, 103]);
  await post(-4_000);
  expect(await earned()).toBe(4_103);
  await early.end('commit');
  expect([await earned(), await earned()]).toEqual([4_123, 4_123]);
});

it('does not count a transaction that is rolled back', async () => {
  await post(-100);
  const early = await begin();
  await early.post(-20);
  expect(await earned()).toBe(100);
  await early.end('rollback');
  await post(-3);
  expect(await earned()).toBe(103);
});

it('counts once what two calls read at the same time', async () => {
  await post(-100);
  await earned();
  await post(-20);
  expect(await Promise.all([earned(), earned(), earned()])).toEqual([120, 120, 120]);
  await post(-3);
  expect(await earned()).toBe(123);
});

it('reads only the entries since the last call', async () => {
  await post(-100);
  await settled();
  await earned();
  await doubleEntries();
  await post(-7);
  expect(await earned()).toBe(107);
});

/** As a process that has just started. */
const openAnew = () =>
  openDatabase({ connectionString: String(server.pool.options.connectionString), max: 1 }, () => {});

it('reads the whole ledger again after a first reading that failed', async () => {
  await post(-100);
  const { db, close } = openAnew();
  await run('alter table entries rename to hidden_entries');
  await expect(Promise.all([findBalances(db), findBalances(db)])).rejects.toThrow();
  await run('alter table hidden_entries rename to entries');
  expect((await findBalances(db)).partners.find(({ id }) => id === partner)?.total).toBe(100);
  await close();
});

it('reads the whole ledger again after a restart of PostgreSQL', async () => {
  // Found before that of PostgreSQL, by connections that are opened from now on.
  await run('create table started as select now() as at');
  await run(
    `create function public.pg_postmaster_start_time() returns timestamptz language sql as 'select at from public.started'`,
  );
  const { rows } = await server.pool.query('select current_database() as name');
  await run(`alter database ${rows[0].name} set search_path = public, pg_catalog`);
  const { db, close } = openAnew();
  const total = async () => (await findBalances(db)).partners.find(({ id }) => id === partner)?.total;
  await post(-100);
  await settled();
  expect(await total()).toBe(100);
  await doubleEntries();
  expect(await total()).toBe(100);
  await run(`update started set at = at + interval '1 minute'`);
  expect([await total(), await total()]).toEqual([200, 200]);
  await close();
});

it('gives the platform what a sum of its account gives', async () => {
  await post(-900, { owner: null });
  await findBalances(server.db);
  await post(-50, { owner: null });
  await post(300, { owner: null });
  const { platform } = await findBalances(server.db);
  expect(platform).toEqual({ total: 950, totalPaid: 300 });
  expect(platform).toEqual(await sumPlatformBalance(server.db));
});

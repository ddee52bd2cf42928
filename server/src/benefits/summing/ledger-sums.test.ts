import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../../builders/user.ts';
import { entries } from '../../database/schema/ledger.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findBalances, sumPlatformBalance } from '../balance-queries.ts';
import { ledgerSums } from './ledger-sums-queries.ts';

let server: TestApp;
let partner: string;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  partner = (await buildUser(server.db, { type: 'partnerDoctor' })).id;
});

const run = (statement: string, values: unknown[] = []) => server.pool.query(statement, values);

/** Posts a payout of `amount` from the platform to the partner; or what the partner earned, if it is negative. */
async function post(client: { query: typeof run }, amount: number) {
  const refund = v7();
  await client.query(
    `with line as (insert into journals (id, kind, at) values ($1, 'payout-return', now()) returning id, at)
     insert into entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
     select gen_random_uuid(), line.id, e.account, e.owner::uuid, e.amount, line.at
     from line, (values ('partner', $2, $3::bigint), ('bank', null, -$3::bigint)) e (account, owner, amount)`,
    [refund, partner, amount],
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
  return { post: (amount: number) => post(client as never, amount), end };
}

const earned = async () => (await findBalances(server.db)).partners.find(({ id }) => id === partner)?.total;

it('counts a transaction once, whether it ends before or after later ones', async () => {
  await post({ query: run }, -100);
  const early = await begin();
  await early.post(-20);
  await post({ query: run }, -3);
  expect([await earned(), await earned()]).toEqual([103, 103]);
  await post({ query: run }, -4_000);
  expect(await earned()).toBe(4_103);
  await early.end('commit');
  expect([await earned(), await earned()]).toEqual([4_123, 4_123]);
});

it('does not count a transaction that is rolled back', async () => {
  await post({ query: run }, -100);
  const early = await begin();
  await early.post(-20);
  expect(await earned()).toBe(100);
  await early.end('rollback');
  await post({ query: run }, -3);
  expect(await earned()).toBe(103);
});

it('counts once what two calls read at the same time', async () => {
  await post({ query: run }, -100);
  await earned();
  await post({ query: run }, -20);
  expect(await Promise.all([earned(), earned(), earned()])).toEqual([120, 120, 120]);
  await post({ query: run }, -3);
  expect(await earned()).toBe(123);
});

it('reads only the entries since the last call', async () => {
  await post({ query: run }, -100);
  await earned();
  // Entries that were changed behind the ledger's back, to tell that they are not read again.
  await run('alter table entries disable trigger all');
  await run('update entries set amount_fcfa = amount_fcfa * 2 where beneficiary_id = $1', [partner]);
  await post({ query: run }, -7);
  await run('alter table entries enable trigger all');
  expect(await earned()).toBe(107);
});

it('reads the whole ledger again after a first reading that failed', async () => {
  await post({ query: run }, -100);
  const read = ledgerSums({ by: sql`${entries.beneficiaryId}` });
  await run('alter table entries rename to hidden_entries');
  await expect(Promise.all([read(server.db), read(server.db)])).rejects.toThrow();
  await run('alter table hidden_entries rename to entries');
  expect((await read(server.db)).get(partner)?.earned).toBe(100);
});

it('gives the platform what a sum of its account gives', async () => {
  expect((await findBalances(server.db)).platform).toEqual(await sumPlatformBalance(server.db));
});

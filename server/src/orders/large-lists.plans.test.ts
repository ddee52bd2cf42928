import { expect, test } from 'vitest';
import { buildPayLink } from '../builders/pay-link.ts';
import { elsewhere, fillBasket, providerDoes } from '../testing/pay.ts';
import { lists, type Reader, startOverOrders } from './lists.fixture.ts';
import { people } from './many-orders.fixture.ts';

// On 100,000 orders: `npm run test:long -- --only postgres` runs it, on the PostgreSQL that is shipped and on an older one.

const server = startOverOrders();
const { get, countRead } = server;

/** Rows of one table that the connection has read. */
async function countRowsOf(table: string): Promise<number> {
  await server.one.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await server.one.pool.query(
    'select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_user_tables where relname = $1',
    [table],
  );
  return rows[0].n;
}

/** The most rows that a call may read. A scan of the orders, or of an index of theirs, reads 100,000. */
const MAX_READ = 25_000;

test.each(lists)('reads few rows: %s %s', async (reader, path) => {
  // The plan that is kept is chosen after five calls.
  for (let n = 0; n < 6; n += 1) await get(reader, path);
  const before = await countRead();
  await get(reader, path);
  expect((await countRead()) - before).toBeLessThan(MAX_READ);
});

test.each<[Reader, string]>([
  ['superAdmin', '/benefics/superadmin'],
  ['superAdmin', '/stats/owner'],
])('reads the ledger’s entries once: %s %s', async (reader, path) => {
  await get(reader, path);
  const before = await countRead();
  await get(reader, path);
  // The platform has 28,000.
  expect((await countRead()) - before).toBeLessThan(3_000);
});

test('reads no entries of others for the months of a partner', async () => {
  await get('partnerDoctor', '/statements');
  await server.app.pool.query(`begin; set local session_replication_role = replica;
    insert into entries (id, journal_id, account, amount_fcfa, at)
      select gen_random_uuid(), journal_id, account, amount_fcfa, at from entries where account = 'platform'; commit`);
  const before = await countRead();
  await get('partnerDoctor', '/statements');
  // The doctor has 7,000 entries.
  expect((await countRead()) - before).toBeLessThan(10_000);
});

test.each(['pharmacy', 'deliveryPerson', 'agent'])(
  'reads few orders of who can be assigned: %s',
  async (role) => {
    const { rows } = await server.app.pool.query("select id from orders where state = 'pending' limit 1");
    const path = `/orders/${rows[0].id}/candidates?role=${role}`;
    for (let n = 0; n < 6; n += 1) await get('supervisor', path);
    const before = await countRead();
    await get('supervisor', path);
    expect((await countRead()) - before).toBeLessThan(10_000);
  },
);

test('counts the orders of a customer from an index, without reading them', async () => {
  for (let n = 0; n < 6; n += 1) await get('customer', '/stats/dashboard');
  const before = await countRowsOf('orders');
  expect(await get('customer', '/stats/dashboard')).toMatchObject({ totalOrders: 20 });
  expect((await countRowsOf('orders')) - before).toBe(0);
});

test('reads no payments of others for those of a customer', async () => {
  const countScans = async () => {
    await server.one.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await server.one.pool.query(
      `select sum(idx_scan)::int as n from pg_stat_user_indexes
       where relname = 'payments' and indexrelname <> 'payments_customer'`,
    );
    return rows[0].n;
  };
  for (let n = 0; n < 6; n += 1) await get('customer', '/payments');
  const before = await countScans();
  await get('customer', '/payments');
  expect(await countScans()).toBe(before);
});

test('reads 50 deliveries to tell how long one takes in a zone', async () => {
  const { rows } = await server.app.pool.query(
    "select zone_id as id from orders where state = 'ended' limit 1",
  );
  const path = `/zones/${rows[0].id}/delivery-time`;
  for (let n = 0; n < 6; n += 1) await get('customer', path);
  const before = await countRead();
  expect(await get('customer', path)).toEqual({ minutes: 60 });
  // The zone has 5,000 orders.
  expect((await countRead()) - before).toBeLessThan(1_000);
});

test.each(['/orders?q=ayedoun', '/users/type/customer?q=ayedoun', '/prescriptions?q=bio'])(
  'takes the accents off a searched text a few times, not for each row: %s',
  async (path) => {
    // The plan that is kept does not know the text.
    for (let n = 0; n < 6; n += 1) await get('superAdmin', path);
    await server.one.pool.query(`set track_functions = 'all'`);
    const read = async () => {
      await server.one.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await server.one.pool.query(
        `select coalesce(sum(calls), 0)::int as n from pg_stat_user_functions where funcname = 'folded'`,
      );
      return rows[0].n;
    };
    const before = await read();
    await get('superAdmin', path);
    await server.one.pool.query('reset track_functions');
    expect((await read()) - before).toBeLessThan(10);
  },
);

test.each<[string, number]>([
  ['', 100_000],
  ['?state=ended', 99_000],
  ['?date=2026', 1_001],
  ['?q=codjo', 1_001],
  ['?q=codjo&state=ended&page=3', 1_001],
  ['?date=2026-11-02', 480],
  ['?q=ayedoun', 100],
  // The last page tells it.
  ['?date=2026-11&limit=200&page=46', 9_140],
])('counts 1,001 at most with a text or a date: /orders%s', async (filters, total) => {
  expect((await get('supervisor', `/orders${filters}`)).total).toBe(total);
});

test('downloads the first 10,000 orders, and says that there are more', async () => {
  const headers = { authorization: `Bearer ${server.tokenOf('supervisor')}` };
  const { body } = await server.onOne.inject({ url: '/api/orders/export?state=ended', headers });
  const lines = body.split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(10_001);
  expect(new Set(lines).size).toBe(10_001);
  expect(lines.at(-1)).toMatch(/^Liste coupée/);
});

test('plans the statement of a page of orders once, not for every call', async () => {
  const { rows } = await server.one.pool.query(
    `select statement, custom_plans::int as plans from pg_prepared_statements
     where statement like 'with shown as materialized%' and generic_plans + custom_plans > 6
       -- The plan for a part of a number depends on it.
       and statement not like '%like $%'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  // PostgreSQL plans the first five calls with their parameters, then compares.
  expect(rows.filter(({ plans }) => plans > 5)).toEqual([]);
});

// The plan of a search depends on its text, that of a caller's prescriptions on how many orders they have, and that of ledger and
// months on how long ago they begin.
// PostgreSQL 15 plans the last two again: for the newer ones they are as cheap either way.
const plannedOnce = lists.filter(
  ([, path]) => !/q=|caller|owner|superadmin|statements|earnings|audit\?customer/.test(path),
);

async function readPlans() {
  const { rows } = await server.one.pool.query(
    'select name, custom_plans::int as plans, statement from pg_prepared_statements',
  );
  return new Map<string, { plans: number; statement: string }>(rows.map(({ name, ...row }) => [name, row]));
}

/** The statements that the second half of twelve calls have planned again. */
async function findPlannedAgain(call: () => Promise<unknown>): Promise<string[]> {
  for (let n = 0; n < 6; n += 1) await call();
  const before = await readPlans();
  for (let n = 0; n < 6; n += 1) await call();
  const again = [...(await readPlans())].filter(
    ([name, { plans }]) => plans > (before.get(name)?.plans ?? 0),
  );
  return again.map(([, { statement }]) => statement);
}

test.each<[Reader, string]>([...plannedOnce, ['customer', '/notifications'], ['customer', '/payments']])(
  'plans each statement once: %s %s',
  async (reader, path) => {
    expect(await findPlannedAgain(() => get(reader, path))).toEqual([]);
  },
);

test('plans each statement of a paid order once', async () => {
  const { order } = await fillBasket(server.app);
  await server.app.pool.query(`insert into medications (id, label, search_text, form, price_fcfa, reviewed, requires_prescription, created_at)
    select gen_random_uuid(), 'Comprimé ' || n, 'comprime ' || n, 'tablet', 100, true, false, now() from generate_series(1, 5000) n; analyze medications`);
  const post = (url: string, payload: object) =>
    server.onOne.inject({
      method: 'POST',
      url: `/api${url}`,
      payload,
      headers: { authorization: `Bearer ${server.tokenOf('customer')}` },
    });
  const pay = async () => {
    const body = elsewhere(order);
    const { transactionId } = (await post('/payments', { order: body })).json();
    await providerDoes(server.app, transactionId, 'silent');
    expect((await post('/orders', { ...body, transactionId })).statusCode).toBe(201);
  };
  // The plan for the items depends on how many there are.
  const others = (await findPlannedAgain(pay)).filter((text) => !text.includes('"search_text" collate'));
  expect(others).toEqual([]);
});

test('reads few rows for the links by which a customer asks others to pay', async () => {
  const { app } = server;
  // It is of an order of its own, which the counts above do not know.
  await buildPayLink(app.db, { customerId: people.customer, createdAt: app.clock.now() });
  for (let n = 0; n < 6; n += 1) await get('customer', '/pay-links');
  const before = await countRead();
  expect((await get('customer', '/pay-links')).payLinks).toHaveLength(1);
  expect((await countRead()) - before).toBeLessThan(2_000);
});

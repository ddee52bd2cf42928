import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../server/src/database/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded/start-embedded.ts';
import { migrateDatabase } from '../../../server/src/database/migrate.ts';
import { brokenInvariants } from '../../../server/src/testing/invariants/broken-invariants.ts';
import { fillCatalogue } from './catalogue.mjs';
import { fillPeopleAndOrders } from './fill.mjs';
import { addWork } from './work.mjs';

// The benchmark inserts its orders with triggers and foreign keys off: here they are checked afterwards.

const folder = mkdtempSync(join(tmpdir(), 'amasin-fill-'));
const AT = Date.parse('2026-11-20T09:00:00Z');
const ORDERS = 500;
let postgres;
let opened;
let client;

beforeAll(async () => {
  vi.stubEnv('AMASIN_DATA', '');
  postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} });
  opened = openDatabase({ ...postgres.connection, statement_timeout: 0 }, () => {});
  await migrateDatabase(opened.pool);
  await fillCatalogue(opened, AT, 1_000);
  client = await opened.pool.connect();
  await fillPeopleAndOrders(client, ORDERS, AT);
  await addWork(client, { seconds: 1 });
}, 120_000);
afterAll(async () => {
  client?.release();
  await opened?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the rows obey every invariant', async () => {
  expect(await brokenInvariants(opened.db)).toEqual([]);
});

test('the rows obey every foreign key', async () => {
  const { rows } = await client.query(
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f'
     and connamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { name, definition } of rows) await client.query(`alter table ${name} add ${definition}`);
});

test('there are orders in every state, a customer with 20, and work for couriers', async () => {
  const { rows } = await client.query('select state, count(*)::int as n from orders group by 1 order by 1');
  expect(rows.map(({ state }) => state)).toEqual([
    'delivered',
    'delivering',
    'ended',
    'pending',
    'pre-treatment',
  ]);
  const { rowCount } = await client.query('select from orders group by customer_id having count(*) = 20');
  expect(rowCount).toBeGreaterThan(0);
  const work = await addWork(client, { seconds: 1 });
  expect(work).toHaveLength(4_500);
  expect(work.every(({ id, token }) => id && token)).toBe(true);
});

test.each([1, 5, 50])('a customer of every %ith order has prescriptions with some of them', async (every) => {
  const { rows } = await client.query(
    `select count(*) filter (where bench.mixed($1 * (customer + 1000 * nth), 10) < 3)::int as written
     from generate_series(0, 999) as customer, generate_series(0, 19) as nth group by customer`,
    [every],
  );
  const counts = rows.map(({ written }) => written);
  expect(Math.max(...counts)).toBeLessThan(16);
  expect(counts.reduce((total, n) => total + n) / counts.length).toBeCloseTo(6, 0);
});

test.each([
  ['doctor', 100, 'bench.mixed(n, 10) < 2'],
  ['courier', 40, 'bench.mixed(n, 5) = 2'],
])('one order in five is of such a kind, as many for each %s', async (_, people, condition) => {
  const { rows } = await client.query(
    `select count(*)::int as n from generate_series(0, 99999) as n where ${condition} group by n % $1`,
    [people],
  );
  const counts = rows.map(({ n }) => n);
  expect(counts).toHaveLength(people);
  expect(Math.min(...counts)).toBeGreaterThan(15_000 / people);
  expect(Math.max(...counts)).toBeLessThan(25_000 / people);
});

test('the next order of the product has the next number', async () => {
  const { rows } = await client.query(`select nextval('order_numbers')::int as next`);
  expect(rows).toEqual([{ next: ORDERS + 1 }]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approve, inTransaction, openPayment } from './bare-order.mjs';
import { callOn } from './loading/call.mjs';
import { enterWorld } from './measure.mjs';
import { orderBody, writes } from './operations/writes.mjs';
import { productOn } from './servers.mjs';

// The bare order is compared with the paid order of the product: it must write what the product writes.

const folder = mkdtempSync(join(tmpdir(), 'amasin-bare-'));
const endings = [];
let product;
let client;
let world;

beforeAll(async () => {
  vi.stubEnv('AMASIN_DATA', '');
  product = await productOn(folder);
  await product.start();
  ({ client, world } = await enterWorld(folder, (end) => endings.push(end)));
  world.round = 1;
}, 120_000);
afterAll(async () => {
  for (const end of endings) await end();
  await product?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** How many rows each table has gained meanwhile. */
async function rowsOf(work) {
  const before = await countRows();
  await work();
  const after = await countRows();
  return Object.fromEntries(
    Object.entries(after)
      .map(([table, n]) => [table, n - before[table]])
      .filter(([, n]) => n > 0),
  );
}

async function countRows() {
  const { rows } = await client.query(
    `select table_name as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', table_name),
       false, true, '')))[1]::text::int as n
     from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test('a bare order writes as many rows into the same tables as a paid order of the product', async () => {
  const http = new Client(product.url);
  const payAndPlace = writes['paid-order'].create(world);
  const paid = await rowsOf(() => payAndPlace(callOn(http), 1));
  await http.close();
  const pool = { connect: async () => Object.assign(client, { release: () => undefined }) };
  const bare = await rowsOf(() =>
    inTransaction(pool, async (one) => {
      const customerId = world.buyers[2].id;
      await approve(one, await openPayment(one, { ...orderBody(world, 2), customerId }));
    }),
  );
  expect(Object.keys(paid).length).toBeGreaterThan(10);
  expect(bare).toEqual(paid);
});

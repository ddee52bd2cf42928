import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '../server/src/testing/invariants.ts';
import { addOrders, fill } from './fill.mjs';
import { onDatabase, productOn } from './product.mjs';

// The fill inserts its orders with triggers and foreign keys off: here they are checked afterwards.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-fill-')));
let product;

beforeAll(async () => {
  product = await productOn(folder);
  await product.start();
  await onDatabase(folder, async (client) => {
    await fill(client, 1_000);
    await addOrders(client, 50);
  });
}, 120_000);
afterAll(async () => {
  await product?.end();
  rmSync(folder, { recursive: true, force: true });
});

test('the rows obey every invariant and every foreign key', () =>
  onDatabase(folder, async (client) => {
    expect(await brokenInvariants(drizzle(client))).toEqual([]);
    const { rows } = await client.query(
      `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(30);
    for (const { name, definition } of rows) await client.query(`alter table ${name} add ${definition}`);
  }));

test('there are orders in every state, customers with 20, consultations under way and work for couriers', () =>
  onDatabase(folder, async (client) => {
    const count = async (text) => (await client.query(text)).rowCount;
    expect(await count(`select state from orders where number like 'CMD-1______' group by 1`)).toBe(4);
    expect(await count('select from orders group by customer_id having count(*) = 20')).toBe(10);
    expect(
      await count(`select from consultations where status = 'active' and id::text like '%-70f0-%'`),
    ).toBeGreaterThan(0);
    const work = `select from orders where number >= 'CMD-1001000' and state = 'pending' and delivery_person_id is not null`;
    expect(await count(work)).toBe(50);
  }));

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { migrateDatabase, migrationsFolder } from './migrate.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

// Until 0006_lives, an order used a prescription up, whatever it left out or gave back.

const BEFORE = journal.entries.slice(
  0,
  journal.entries.findIndex(({ tag }) => tag === '0006_lives'),
);

let source: TestApp;
let migrated: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let basket: Basket;
let partly: Prescribed;
let wholly: Prescribed;
let unused: Prescribed;
let givenBack: Prescribed;
let cancelled: Prescribed;
let attached: Prescribed;

type Prescribed = Awaited<ReturnType<typeof prescribe>>;

beforeAll(async () => {
  [source, migrated] = await Promise.all([startTestApp(), startTestApp()]);
  supervisor = await source.signIn('supervisor');
  customer = await source.signIn('customer');
  basket = await fillBasket(source);
  partly = await prescribe();
  await buy(partly, [partly.second]);
  wholly = await prescribe();
  await buy(wholly);
  unused = await prescribe();
  givenBack = await prescribe();
  const order = await buy(givenBack);
  await asSupervisor(`/orders/${order}/give-back`, {
    lines: [{ medicationId: givenBack.first, givenBack: 1 }],
  });
  cancelled = await prescribe();
  await asSupervisor(`/orders/${await buy(cancelled)}/cancellation`, {});
  attached = await prescribe();
  const agent = await source.signIn('agent');
  const { id: unpaid } = await buildOrder(source.db, {
    state: 'pre-treatment',
    items: [],
    customerId: customer.row.id,
  });
  const named = { prescription: { prescriptionNumber: attached.number } };
  expect((await source.call(agent, 'PUT', `/orders/${unpaid}`, named)).status).toBe(200);
  const left = { medications: [attached.second] };
  expect((await source.call(customer, 'PUT', `/orders/${unpaid}/left-out`, left)).status).toBe(200);

  await migrateAnew(source.pool, migrated.pool);
  supervisor = await migrated.session(supervisor.row);
  customer = await migrated.session(customer.row);
});
afterAll(() => Promise.all([source.close(), migrated.close()]));

/** Two boxes of a medicine and one of another. */
async function prescribe() {
  const [first, second] = [await buildMedication(source.db), await buildMedication(source.db)];
  const { number } = await buildPrescription(source.db, {
    items: [
      { medication: first, quantity: 2 },
      { medication: second, quantity: 1 },
    ],
  });
  return { number, first: first.id, second: second.id };
}

const ordering = ({ number }: Prescribed, leftOut: readonly string[] = []) => ({
  ...basket.order,
  prescription: { type: 'numerical', prescriptionNumber: number, leftOut },
});

async function buy(prescribed: Prescribed, leftOut: readonly string[] = []): Promise<string> {
  const order = elsewhere(ordering(prescribed, leftOut));
  const { transactionId } = await openPayment(source, customer, { order });
  await providerDoes(source, transactionId, 'approve');
  return (await place(source, customer, order, transactionId)).body.order._id;
}

async function asSupervisor(path: string, body: object): Promise<void> {
  const { status } = await source.call(supervisor, 'POST', path, { reason: 'unavailable', ...body });
  expect(status).toBe(200);
}

/** Copies the rows of a database into one of the release before, as that release would have left them, and migrates it. */
async function migrateAnew(from: Pool, to: Pool): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-before-'));
  const client = await to.connect();
  try {
    mkdirSync(join(folder, 'meta'));
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: BEFORE }));
    for (const { tag } of BEFORE)
      copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await client.query(`set client_min_messages = warning; drop schema public cascade; drop schema drizzle cascade;
      create schema public`);
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.query('set session_replication_role = replica');
    await copyRows(from, client);
    await client.query('set session_replication_role = origin');
    await client.query(`
      update prescriptions p set used_by_id = o.id, used_at = o.paid_at from orders o
      where o.prescription_id = p.id and o.state not in ('pre-treatment', 'cancelled') and p.used_by_id is null`);
  } finally {
    client.release(true);
    rmSync(folder, { recursive: true, force: true });
  }
  await migrateDatabase(to);
}

/** Copies the columns that both databases have. */
async function copyRows(from: Pool, to: PoolClient): Promise<void> {
  const { rows: tables } = await to.query<{ name: string; columns: string }>(`
    select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1`);
  await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns } of tables) {
    const { rows } = await from.query(`select coalesce(jsonb_agg(to_jsonb(r)), '[]') as rows from ${name} r`);
    await to.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows[0].rows)],
    );
  }
}

const listed = async (query = '') => (await migrated.call(supervisor, 'GET', `/prescriptions${query}`)).body;
const read = async ({ number }: Prescribed) => (await listed(`?q=${number}`)).prescriptions[0];
const find = async ({ number }: Prescribed) => {
  const { status, body } = await migrated.call(customer, 'GET', `/prescriptions/search/${number}`);
  return status === 200
    ? body.prescription.items.map(({ quantity }: { quantity: number }) => quantity)
    : body.code;
};

it('what was used stays used, what was not stays open', async () => {
  for (const used of [partly, wholly, givenBack]) {
    expect(await read(used)).toMatchObject({ used: true });
    expect(await find(used)).toBe('NO_PRESCRIPTION');
  }
  for (const open of [unused, cancelled]) {
    expect(await read(open)).toMatchObject({ used: false, usedBy: null });
    expect(await find(open)).toEqual([2, 1]);
  }
  expect(await read(attached)).toMatchObject({ used: false });
  expect(await find(attached)).toBe('NO_PRESCRIPTION');
  expect((await listed('?used=true')).total).toBe(3);
  expect((await listed()).counts).toEqual({ used: 3, pending: 3 });
  expect((await migrated.call(customer, 'GET', '/prescriptions/open')).body.total).toBe(0);
});

it('says of one that an order used up that something of it was not given', async () => {
  for (const prescribed of [partly, givenBack])
    expect(await read(prescribed)).toMatchObject({ closing: 'single' });
  expect(await read(wholly)).not.toHaveProperty('closing');
});

it('a customer who pays again is led to the order that is paid', async () => {
  const pay = async (order: object) =>
    (await migrated.call(customer, 'POST', '/payments', { order })).body.code;
  expect(await pay(ordering(partly, [partly.second]))).toBe('ALREADY_PAID');
  expect(await pay(ordering(wholly))).toBe('ALREADY_PAID');
});

it('and the invariants hold', () => expectInvariants(migrated.db));

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { buildApp } from '../http/app.ts';
import { elsewhere, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// A customer with 4,000 payments opens another one.

const MANY = 4_000;
const ROUNDS = 7;

let server: TestApp;
let customer: Visitor;
/** The server on one connection, whose statistics can be read after each call. */
let one: OpenDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let order: object;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  ({ order } = await fillBasket(server));
  await openPayment(server, customer, { order });
  await server.pool.query(
    `insert into payments (id, transaction_id, provider, customer_id, status, amount_fcfa, draft, basket_id, content_digest,
       created_at, settled_at)
     select gen_random_uuid(), 'TX-' || n, provider, customer_id, 'expired', amount_fcfa, draft, 'basket-' || n,
       'content-' || n, created_at - n * interval '1 minute', created_at
     from payments, generate_series(1, $1) n`,
    [MANY],
  );
  await server.pool.query('vacuum analyze payments');
  one = openDatabase({ connectionString: String(server.pool.options.connectionString), max: 1 }, () => {});
  app = await buildApp({ ...server.ctx, db: one.db }, { logger: false, trustProxy: 0 });
});
afterAll(async () => {
  await app.close();
  await one.close();
  await server.close();
});

async function countRead(): Promise<number> {
  await one.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await one.pool.query(
    `select (select seq_tup_read + idx_tup_fetch from pg_stat_user_tables where relname = 'payments')::int
       + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'payments')::int as n`,
  );
  return rows[0].n;
}

async function open() {
  const response = await app.inject({
    method: 'POST',
    url: '/api/payments',
    headers: { authorization: `Bearer ${customer.token}` },
    payload: { order: elsewhere(order) },
  });
  expect(response.statusCode).toBe(201);
}

it('reads the payments of the basket and of the same content only', async () => {
  // The plan that is kept is chosen after five calls.
  for (let n = 0; n < ROUNDS; n += 1) await open();
  const before = await countRead();
  await open();
  expect((await countRead()) - before).toBeLessThan(100);
});

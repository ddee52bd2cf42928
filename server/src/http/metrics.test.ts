import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPendingPayment } from '../builders/payment.ts';
import { transact } from '../database/transaction.ts';
import { openQueue, type Queue } from '../jobs/open-queue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { buildApp } from './app.ts';
import { type Metrics, startMetrics } from './metrics.ts';

let server: TestApp;
let queue: Queue;
let metrics: Metrics;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  server = await startTestApp();
  queue = await openQueue(server.pool, () => {}, { upkeep: false });
  metrics = startMetrics(server.pool);
  app = await buildApp(server.ctx, { logger: false, trustProxy: 0, metrics });
  const sources = { db: server.db, boss: queue.boss, countSockets: () => 3 };
  const port = await metrics.listen({ host: '127.0.0.1', port: 0 }, sources);
  url = `http://127.0.0.1:${port}/metrics`;
});
afterAll(async () => {
  await metrics.close();
  await app.close();
  await queue.boss.stop({ graceful: false });
  await server.close();
});

/** The value of the series whose name and labels begin so; the labels are in the order of their definition. */
async function read(series: string): Promise<number | undefined> {
  const text = await (await fetch(url)).text();
  const line = text.split('\n').find((one) => one.startsWith(series));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

it('counts requests by route and status, without what their URL contains', async () => {
  const { token } = await server.signIn('customer');
  const headers = { authorization: `Bearer ${token}` };
  await app.inject({ url: '/api/orders/secret-97112233', headers });
  await app.inject({ url: '/api/orders/secret-97112234', headers });
  await app.inject({ url: '/api/zones', headers });
  await app.inject({ url: '/api/zones' });
  await app.inject({ url: '/api/nowhere-97112233' });
  const counted = (labels: string) => read(`amasin_http_request_seconds_count{${labels}`);
  expect(await counted('method="GET",route="/api/orders/:id",status="404"')).toBe(2);
  expect(await counted('method="GET",route="/api/zones",status="200"')).toBe(1);
  expect(await counted('method="GET",route="/api/zones",status="401"')).toBe(1);
  expect(await counted('method="GET",route="none",status="404"')).toBe(1);
  expect(await (await fetch(url)).text()).not.toContain('9711223');
});

it('counts the messages of the last 24 hours by state', async () => {
  const failed = `'failed', 'key', now()`;
  await server.pool.query(
    `insert into sms_messages (id, kind, phone, state, reason, settled_at, created_at)
     values (gen_random_uuid(), 'code', '', ${failed}, now()),
       (gen_random_uuid(), 'code', '', ${failed}, now() - interval '25 hours')`,
  );
  expect(await read('amasin_messages{state="failed"}')).toBe(1);
  expect(await read('amasin_messages{state="sent"}')).toBe(0);
});

it('counts statements, refused ones too', async () => {
  // The connections from before the metrics are not timed.
  const clients = await Promise.all(Array.from({ length: 10 }, () => server.pool.connect()));
  for (const client of clients) client.release(true);
  const before = (await read('amasin_statement_seconds_count')) ?? 0;
  await server.pool.query('select 1');
  await expect(server.pool.query('select 1 / 0')).rejects.toThrow();
  await transact(server.db, (tx) => tx.execute(sql`select 2`));
  // At least: a scrape itself reads the database.
  expect(await read('amasin_statement_seconds_count')).toBeGreaterThanOrEqual(before + 5);
});

it('gives the state of the pool, live connections, memory and event loop', async () => {
  expect(await read('amasin_pool_connections{state="total"}')).toBeGreaterThan(0);
  expect(await read('amasin_pool_connections{state="waiting"}')).toBe(0);
  expect(await read('amasin_sockets')).toBe(3);
  expect(await read('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

it('counts the payments that wait for someone, through their index', async () => {
  expect(await read('amasin_payments{status="pending"}')).toBe(0);
  const { row } = await server.signIn('customer');
  const draft = {} as never;
  const fields = { customerId: row.id, amount: 500, draft, orderId: null, createdAt: server.clock.now() };
  const [checked] = await Promise.all([1, 2, 3].map(() => buildPendingPayment(server.db, fields)));
  await server.pool.query(
    `update payments set status = 'review', review_reason = 'amount', settled_at = now() where id = $1`,
    [checked!.id],
  );
  expect(await read('amasin_payments{status="pending"}')).toBe(2);
  expect(await read('amasin_payments{status="review"}')).toBe(1);
  const { rows } = await server.pool.query(
    `select indexdef from pg_indexes where indexname = 'payments_waiting'`,
  );
  expect(rows[0].indexdef).toContain('WHERE');
});

it('counts jobs by queue and state', async () => {
  // A queue of its own: the counts of those that were read are kept for a minute.
  await queue.boss.createQueue('letters');
  await queue.boss.insert('letters', [{ data: {} }, { data: {} }]);
  expect(await read('amasin_jobs{queue="letters",state="ready"}')).toBe(2);
  expect(await read('amasin_jobs{queue="letters",state="active"}')).toBe(0);
  expect(await read('amasin_jobs{queue="send-push",state="failed"}')).toBe(0);
});

it('serves nothing else on its port, and no metrics on the port of the product', async () => {
  expect((await fetch(url.replace('/metrics', '/api/zones'))).status).toBe(404);
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
});

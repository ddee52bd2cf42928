import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPendingPayment } from '../builders/payment.ts';
import { systemClock } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { openQueue, type Queue } from '../jobs/open-queue.ts';
import { version } from '../settings/version.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { buildApp } from './app.ts';
import { LAST_BACKUP } from './last-backup.ts';
import { type Metrics, startMetrics } from './metrics.ts';

let server: TestApp;
let queue: Queue;
let metrics: Metrics;
let app: FastifyInstance;
let url: string;
let dataDir: string;

beforeAll(async () => {
  server = await startTestApp();
  queue = await openQueue(server.pool, () => {}, { upkeep: false });
  metrics = startMetrics(server.pool);
  app = await buildApp(server.ctx, { logger: false, trustProxy: 0, metrics });
  dataDir = mkdtempSync(join(tmpdir(), 'amasin-metrics-'));
  const sources = {
    ...{ db: server.db, clock: systemClock, boss: queue.boss },
    ...{ countSockets: () => 3, settings: { promiseMinutes: 120 } },
    ...{ commit: 'abc1234', dataDir, folders: { data: dataDir } },
  };
  const port = await metrics.listen({ host: '127.0.0.1', port: 0 }, sources);
  url = `http://127.0.0.1:${port}/metrics`;
});
afterAll(async () => {
  await metrics.close();
  await app.close();
  await queue.boss.stop({ graceful: false });
  await server.close();
  rmSync(dataDir, { recursive: true });
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

it('names the version and its commit', async () => {
  expect(await read(`amasin_build_info{version="${version}",commit="abc1234"}`)).toBe(1);
});

it('gives the room of the disk', async () => {
  const { bavail, bsize, blocks } = statfsSync(dataDir);
  expect(await read('amasin_disk_size_bytes{folder="data"}')).toBe(blocks * bsize);
  const free = (await read('amasin_disk_free_bytes{folder="data"}')) ?? 0;
  expect(Math.abs(free - bavail * bsize)).toBeLessThan(blocks * bsize);
});

it.each([
  ['nothing before the first one', null, 0, 0],
  ['its end and size', '{"finishedAt":"2026-11-28T23:00:00.000Z","bytes":1434213}', 1_795_906_800, 1_434_213],
  ['nothing when its marker is unreadable', '{"finishedAt":"hier"}', 0, 0],
])('gives of the last backup %s', async (_, marker, at, bytes) => {
  if (marker !== null) writeFileSync(join(dataDir, LAST_BACKUP), marker);
  expect(await read('amasin_last_backup_timestamp_seconds ')).toBe(at);
  expect(await read('amasin_last_backup_bytes ')).toBe(bytes);
});

it('counts the orders that are late for the real clock', async () => {
  expect(await read('amasin_late_orders ')).toBe(0);
  const paidAt = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const minutes of [119, 125, 500])
    await buildOrder(server.db, { state: 'pending', paidAt: paidAt(minutes) });
  expect(await read('amasin_late_orders ')).toBe(2);
});

it('counts the money that waits for a person', async () => {
  const kinds = ['payment', 'refund', 'debit', 'payout'];
  const counts = await Promise.all(kinds.map((kind) => read(`amasin_money_waiting{kind="${kind}"}`)));
  // The payment under review of above.
  expect(counts).toEqual([1, 0, 0, 0]);
  await server.pool.query(
    `insert into stray_debits (id, provider, reference, transaction_id, amount_fcfa, currency, at)
     values (gen_random_uuid(), 'fedapay', 'r1', 't1', 500, 'XOF', now())`,
  );
  expect(await read('amasin_money_waiting{kind="debit"}')).toBe(1);
});

it('says that money is on hold after a restore', async () => {
  expect(await read('amasin_money_on_hold ')).toBe(0);
  await server.pool.query(
    `insert into restores (id, backup_at, restored_at) values (gen_random_uuid(), now() - interval '1 day', now())`,
  );
  expect(await read('amasin_money_on_hold ')).toBe(1);
  await server.pool.query('update restores set resumed_at = now()');
  expect(await read('amasin_money_on_hold ')).toBe(0);
});

it('counts failed sign-ins and the other events of security', async () => {
  const failed = () => read('amasin_security_events_total{event="sign-in-failed"}');
  const before = (await failed()) ?? -1;
  expect(before).toBeGreaterThanOrEqual(0);
  await server.call(null, 'POST', '/auth/admin-login', { email: 'no@amasin.bj', password: 'faux' });
  expect(await failed()).toBe(before + 1);
});

it('counts the calls to providers by host and answer, without what their address contains', async () => {
  const provider = Fastify();
  provider.get('/messages', (_request, reply) => reply.code(503).send());
  const address = await provider.listen({ host: '127.0.0.1', port: 0 });
  const { host } = new URL(address);
  await fetch(`${address}/messages?to=22997112233`);
  await fetch(`${address}/messages?to=22997112233`);
  await provider.close();
  await expect(fetch(`${address}/messages?to=22997112233`)).rejects.toThrow();
  expect(await read(`amasin_outbound_calls_total{host="${host}",status="503"}`)).toBe(2);
  expect(await read(`amasin_outbound_calls_total{host="${host}",status="error"}`)).toBe(1);
  expect(await (await fetch(url)).text()).not.toContain('9711223');
});

it.each(['deploy/prometheus/rules.yml', 'deploy/grafana-dashboard.json'])(
  'serves each metric of %s',
  async (path) => {
    const text = await (await fetch(url)).text();
    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const used = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const names = [...used.matchAll(/\b(?:amasin|nodejs|process)_\w+/g)].map(([name]) => name);
    const bases = new Set(names.map((name) => name.replace(/_(count|bucket|sum)$/, '')));
    expect(bases.size).toBeGreaterThan(5);
    expect([...bases].filter((name) => !served.has(name))).toEqual([]);
  },
);

it('serves nothing else on its port, and no metrics on the port of the product', async () => {
  expect((await fetch(url.replace('/metrics', '/api/zones'))).status).toBe(404);
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
});

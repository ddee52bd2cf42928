import { eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startJobs } from './start-jobs.ts';

/** As often as the queue can look, s. */
const POLL_S = 0.5;

let server: TestApp;
let jobs: { stop(): Promise<void> };
let other: PgBoss;

beforeAll(async () => {
  server = await startTestApp();
  jobs = await startJobs(server.ctx, server.pool, POLL_S);
  // Another process: it sends, and looks.
  other = new PgBoss({
    db: { executeSql: (text, values) => server.pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await other.start();
});
afterAll(async () => {
  await other.stop({ graceful: false });
  await jobs.stop();
  await server.close();
});

it('each repeated work has its schedule', async () => {
  const found = await other.getSchedules();
  expect(found.map(({ name, cron }) => [name, cron]).sort()).toEqual([
    ['follow-up-payments', '* * * * *'],
    ['sweep', '17 2 * * *'],
  ]);
});

it('the payment that nobody reported becomes an order', async () => {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  await providerDoes(server, transactionId, 'silent');
  server.clock.advance(60);
  await other.send('follow-up-payments');
  await vi.waitFor(
    async () => {
      const made = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
      expect(made).toHaveLength(1);
    },
    { timeout: 20_000, interval: 100 },
  );
});

it('the sweep forgets sessions that have ended', async () => {
  const gone = await server.signIn('customer');
  server.clock.advance(200 * 24 * 3600);
  await other.send('sweep');
  const left = () => server.pool.query('select from sessions where user_id = $1', [gone.row.id]);
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), { timeout: 20_000, interval: 100 });
});

it('a second process starts beside the first: nothing is doubled', async () => {
  const second = await startJobs(server.ctx, server.pool, POLL_S);
  expect(await other.getSchedules()).toHaveLength(2);
  await second.stop();
});

it('a turn that fails is logged, and the next one is done all the same', async () => {
  await jobs.stop();
  const error = vi.fn();
  let isBroken = true;
  const now = () => {
    if (isBroken) throw new Error('no clock');
    return server.clock.now();
  };
  const log = { info: vi.fn(), warn: vi.fn(), error };
  jobs = await startJobs({ ...server.ctx, log, clock: { now } }, server.pool, POLL_S);
  await other.send('follow-up-payments');
  const told = expect.objectContaining({ name: 'follow-up-payments' });
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(told, 'a repeated job failed'), {
    timeout: 20_000,
    interval: 100,
  });
  isBroken = false;
  const next = await other.send('follow-up-payments');
  await vi.waitFor(
    async () =>
      expect((await other.findJobs('follow-up-payments', { id: next! }))[0]!.state).toBe('completed'),
    { timeout: 20_000, interval: 100 },
  );
});

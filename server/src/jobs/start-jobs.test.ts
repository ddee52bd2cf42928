import { eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SystemCtx } from '../ctx.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { transact } from '../database/transaction.ts';
import { sendSms } from '../sms/send.ts';
import { fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openQueue } from './open-queue.ts';
import { startJobs } from './start-jobs.ts';

/** The shortest polling interval of the queue, s. */
const POLL_S = 0.5;

let server: TestApp;
let jobs: { stop(): Promise<void> };
let other: PgBoss;
/** Whether the SMS provider is down. */
let isSmsDown = false;

const start = async (ctx: SystemCtx) =>
  startJobs(ctx, (await openQueue(server.pool, (error) => ctx.log.error(error, ''))).boss, POLL_S);

beforeAll(async () => {
  server = await startTestApp();
  const { sms } = server.ctx;
  const send: typeof sms.send = (...message) =>
    isSmsDown ? Promise.reject(new Error('the provider is down')) : sms.send(...message);
  jobs = await start({ ...server.ctx, sms: { send } });
  // Another process, which only sends jobs and reads the queue.
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

it('each repeated job has its schedule', async () => {
  const found = await other.getSchedules();
  expect(found.map(({ name, cron }) => [name, cron]).sort()).toEqual([
    ['ask-feedback', '17 6-19 * * *'],
    ['check-counts', '37 2 * * *'],
    ['close-unpaid', '27 7-17 * * *'],
    ['count-prescribed', '37 2 * * *'],
    ['end-prescriptions', '10 7 * * *'],
    ['follow-inquiries', '* * * * *'],
    ['follow-recalls', '* * * * *'],
    ['follow-up-payments', '* * * * *'],
    ['keep', '37 2 * * *'],
    ['lapse-substitutes', '* * * * *'],
    ['offer-requests', '* * * * *'],
    ['send-payouts', '* * * * *'],
    ['send-refunds', '* * * * *'],
    ['sweep', '17 2 * * *'],
    ['sweep-uploads', '47 * * * *'],
    ['tell-late', '* * * * *'],
    ['tell-licences', '10 7 * * *'],
    ['tell-settlement', '2 8 * * *'],
  ]);
});

it('turns an unreported payment into an order', async () => {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  await providerDoes(server, transactionId, 'silent');
  server.clock.advance(60);
  await other.send('follow-up-payments');
  await vi.waitFor(
    async () => {
      const placed = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
      expect(placed).toHaveLength(1);
    },
    { timeout: 60_000, interval: 100 },
  );
});

it('erases what was kept long enough', async () => {
  const { row } = await server.signIn('customer');
  const old = { userId: row.id, title: 'x', message: 'x', createdAt: new Date('2010-01-01T00:00:00Z') };
  await server.db.insert(notifications).values(old);
  await other.send('keep');
  const remaining = () => server.db.select().from(notifications).where(eq(notifications.userId, row.id));
  await vi.waitFor(async () => expect(await remaining()).toEqual([]), { timeout: 60_000, interval: 100 });
});

it('deletes expired sessions in the sweep', async () => {
  const gone = await server.signIn('customer');
  server.clock.advance(200 * 24 * 3600);
  await other.send('sweep');
  const left = () => server.pool.query('select from sessions where user_id = $1', [gone.row.id]);
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), { timeout: 60_000, interval: 100 });
});

describe('a message', () => {
  const to = '+2290197000001';
  const send = (text: string, end: () => void = () => {}) =>
    transact(server.db, async (tx) => {
      await sendSms(server.ctx, tx, { to, words: { kind: 'code', text, params: [] } });
      end();
    });

  it('is sent after its transaction, and never without it', async () => {
    const undone = () => {
      throw new Error('undone');
    };
    await expect(send('jamais', undone)).rejects.toThrow('undone');
    await send('bonjour');
    await vi.waitFor(
      async () => expect((await server.messages()).map(({ text }) => text)).toEqual(['bonjour']),
      { timeout: 60_000, interval: 100 },
    );
  });

  it('is settled by a report that was kept for it', async () => {
    const at = server.clock.now();
    const vendorId = 'reported-early';
    const row = { kind: 'code', phone: '01 •• •• •• 01', createdAt: at, sentAt: at } as const;
    await server.db.insert(smsMessages).values({ ...row, state: 'sent', channel: 'sms', vendorId });
    const reports = [{ vendorId, state: 'delivered', detail: null }] as const;
    const job = { channel: 'sms', reports, at: at.toISOString() } as const;
    await server.ctx.jobs.add(server.db, 'report-sms', job);
    const stored = () => server.db.select().from(smsMessages).where(eq(smsMessages.vendorId, vendorId));
    await vi.waitFor(async () => expect(await stored()).toMatchObject([{ state: 'delivered' }]), {
      timeout: 60_000,
      interval: 100,
    });
  });

  it('is retried within two minutes, then more and more slowly', async () => {
    isSmsDown = true;
    await send('plus tard');
    const [waiting] = await vi.waitFor(
      async () => {
        const { rows } = await server.pool.query(
          `select retry_limit, retry_backoff, retry_delay_max, extract(epoch from start_after - started_on)::float as wait
           from pgboss.job where name = 'send-sms' and state = 'retry'`,
        );
        expect(rows).toHaveLength(1);
        return rows;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(waiting).toMatchObject({ retry_limit: 13, retry_backoff: true, retry_delay_max: 3_600 });
    expect(waiting.wait).toBeGreaterThanOrEqual(40);
    expect(waiting.wait).toBeLessThan(120);
    isSmsDown = false;
  });
});

it('creates no duplicates when a second process starts', async () => {
  const second = await start(server.ctx);
  expect(await other.getSchedules()).toHaveLength(18);
  await second.stop();
});

it('logs a failed run and continues with the next one', async () => {
  await jobs.stop();
  const error = vi.fn();
  let isBroken = true;
  const now = () => {
    if (isBroken) throw new Error('no clock');
    return server.clock.now();
  };
  const log = { info: vi.fn(), warn: vi.fn(), error };
  jobs = await start({ ...server.ctx, log, clock: { now } });
  await other.send('follow-up-payments');
  const details = expect.objectContaining({ name: 'follow-up-payments' });
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(details, 'a repeated job failed'), {
    timeout: 60_000,
    interval: 100,
  });
  isBroken = false;
  const next = await other.send('follow-up-payments');
  await vi.waitFor(
    async () =>
      expect((await other.findJobs('follow-up-payments', { id: next! }))[0]!.state).toBe('completed'),
    { timeout: 60_000, interval: 100 },
  );
});

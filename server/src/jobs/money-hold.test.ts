import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { upsertPayoutAccount } from '../benefits/payout-queries.ts';
import { buildOrder } from '../builders/order.ts';
import type { OutgoingSms } from '../ports/sms-sender.ts';
import { sendSms } from '../sms/send.ts';
import { codeWords } from '../sms/texts.ts';
import { elsewhere, fillBasket, openPayment, providerDoes, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openQueue, type Queue } from './open-queue.ts';
import { startJobs } from './start-jobs.ts';

// Rule 43: a restored database, and one in maintenance, sends neither money nor messages.

const moneyJobs = ['follow-up-payments', 'send-refunds', 'send-payouts', 'close-unpaid'] as const;
const soon = { timeout: 60_000, interval: 100 };
const to = '+2290197000001';
const WAITS = 'refunds, payouts, messages and the follow-up of payments wait';

let server: TestApp;
let queue: Queue;
let jobs: { stop(): Promise<void> };
/** The texts that left. */
let sent: string[];
const warn = vi.fn();

beforeEach(async () => {
  server = await startTestApp({ settings: { payouts: 'provider' } });
  sent = [];
  warn.mockClear();
  await prepareMoney();
});
afterEach(async () => {
  await jobs.stop();
  await server.close();
});

/** A refund and a payout that are decided, a payment that is paid and not reported, an order that nobody pays, a message. */
async function prepareMoney(): Promise<void> {
  const { order } = await fillBasket(server);
  const customer = await server.signIn('customer');
  const supervisor = await server.signIn('supervisor');
  const partner = await server.signIn('partnerDoctor', { verified: true });
  const admin = await server.signIn('superAdmin');
  const wrong = await openPayment(server, customer, { order: elsewhere(order) });
  await report(server, reportOf(wrong, { amount: 4_500 }));
  await server.call(supervisor, 'POST', `/payments/${wrong.transactionId}/refund`);
  await (await prepareEarnings(server.db)).order(partner.row.id, 1_000);
  await upsertPayoutAccount(server.db, partner.row.id, { operator: 'mtn', phone: '+2290166000001' });
  await server.call(admin, 'POST', '/benefics/pay/partner', [{ idPartner: partner.row.id, amount: 300 }]);
  await buildOrder(server.db, { state: 'pre-treatment' });
  server.clock.advance(8 * 24 * 3600);
  const customerLater = await server.session(customer.row);
  const { transactionId } = await openPayment(server, customerLater, { order: elsewhere(order) });
  await providerDoes(server, transactionId, 'silent');
  server.clock.advance(60);
}

async function start({ isMaintenance = false } = {}): Promise<void> {
  queue = await openQueue(server.pool, () => {});
  const sms = {
    send: async ({ text }: OutgoingSms) => {
      sent.push(text);
      return { channel: 'sms' as const, vendorId: null };
    },
  };
  const log = { ...server.ctx.log, warn };
  const settings = { ...server.ctx.settings, maintenance: isMaintenance };
  jobs = await startJobs({ ...server.ctx, sms, log, settings }, queue.boss, 0.5);
}
const hold = () =>
  server.pool.query(
    'insert into restores (id, restored_at, backup_at) values (gen_random_uuid(), now(), now())',
  );
const queueMessage = () => sendSms(server.ctx, server.db, { to, words: codeWords('123456') });

/** Runs each job of money, and sees it end. @returns what has become of the money */
async function runMoneyJobs() {
  for (const name of moneyJobs) {
    const id = (await queue.boss.send(name)) ?? '';
    await vi.waitFor(async () => {
      expect((await queue.boss.findJobs(name, { id }))[0]?.state).toBe('completed');
    }, soon);
  }
  const { rows } = await server.pool.query(
    `select (select state from refunds) as refund, (select state from payouts) as payout,
       (select status from payments order by created_at desc limit 1) as payment,
       (select count(*)::int from orders where state = 'cancelled') as closed`,
  );
  return rows[0];
}
const messageStates = async () =>
  (await server.pool.query(`select state from pgboss.job where name = 'send-sms'`)).rows.map(
    ({ state }) => state,
  );

const still = { refund: 'asked', payout: 'asked', payment: 'pending', closed: 0 };
const moved = { refund: 'done', payout: 'done', payment: 'paid', closed: 1 };

it('after a restore money and messages wait, and the log says so; resumed, they go out', async () => {
  await hold();
  await start();
  await queueMessage();
  expect(await runMoneyJobs()).toEqual(still);
  expect([sent, await messageStates()]).toEqual([[], ['created']]);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([WAITS]);

  await server.pool.query('update restores set resumed_at = now()');
  await vi.waitFor(() => expect(sent.join()).toContain('123456'), soon);
  expect(await runMoneyJobs()).toEqual(moved);
});

it('maintenance stops the same jobs', async () => {
  await start({ isMaintenance: true });
  await queueMessage();
  expect(await runMoneyJobs()).toEqual(still);
  expect([sent, await messageStates()]).toEqual([[], ['created']]);
});

it('without either, everything moves', async () => {
  await start();
  expect(await runMoneyJobs()).toEqual(moved);
  expect(warn).not.toHaveBeenCalled();
});

it('a restore into the database of a running server makes the next message wait', async () => {
  await start();
  await hold();
  await queueMessage();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith({}, WAITS), soon);
  expect(sent).toEqual([]);
});

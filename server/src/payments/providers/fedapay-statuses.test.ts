import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { entries } from '../../database/schema/payouts.ts';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { openProvider } from '../open.ts';
import type { Outcome } from './fake-provider.fixture.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './fedapay.fixture.ts';

let fake: FakeFedapay;
let server: TestApp;
let basket: Basket;

beforeAll(async () => {
  const clock = { now: () => server.clock.now() };
  fake = await startFedapay(clock);
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  server = await startTestApp({ payments: openProvider(settings, clock) });
  basket = await fillBasket(server);
});
afterEach(() => {
  fake.trouble = null;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await fake.close();
});

const open = async () => {
  const customer = await server.signIn('customer');
  const { transactionId } = await openPayment(server, customer, { order: elsewhere(basket.order) });
  return {
    transactionId,
    /** FedaPay's event; what we then know of the payment. */
    tell: async () => {
      const { payload, headers } = fake.webhook(transactionId, { at: server.clock.now() });
      const all = { 'content-type': 'application/json', ...headers };
      const url = '/api/payments/webhooks/fedapay';
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers: all, payload });
      expect(statusCode).toBe(200);
      return JSON.parse(payload).name as string;
    },
    end: async () => {
      const ofHers = eq(payments.customerId, customer.row.id);
      const [row] = await server.db.select().from(payments).where(ofHers);
      const made = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
      return { status: row?.status, reason: row?.reviewReason, orders: made.length };
    },
  };
};
const received = async () => {
  const rows = await server.db.select().from(entries).where(eq(entries.account, 'customer'));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};

describe('a transaction of FedaPay', () => {
  it.each<[string, Outcome['status'], string]>([
    ['pending', 'pending', 'pending'],
    ['declined', 'declined', 'failed'],
    ['canceled', 'cancelled', 'cancelled'],
    ['expired', 'cancelled', 'expired'],
    ['a_word_of_tomorrow', 'pending', 'pending'],
  ])('that is « %s » buys nothing', async (word, status, ends) => {
    const { transactionId, tell, end } = await open();
    fake.settle(transactionId, { status, word });
    expect(await tell()).toBe(`transaction.${word}`);
    expect(await end()).toEqual({ status: ends, reason: null, orders: 0 });
    expect(await received()).toBe(fake.held());
  });

  it('that is « approved » makes the order, and is « transferred » 72 hours later, which changes nothing', async () => {
    const { transactionId, tell, end } = await open();
    fake.settle(transactionId, { status: 'paid' });
    expect(await tell()).toBe('transaction.approved');
    expect(await end()).toEqual({ status: 'paid', reason: null, orders: 1 });
    server.clock.advance(71 * 3600);
    expect(await tell()).toBe('transaction.approved');
    server.clock.advance(3600);
    expect(await tell()).toBe('transaction.transferred');
    expect(await end()).toEqual({ status: 'paid', reason: null, orders: 1 });
    expect(await received()).toBe(fake.held());
  });

  it('that we hear of only once it is « transferred » makes the order', async () => {
    const { transactionId, tell, end } = await open();
    fake.trouble = 'error';
    fake.settle(transactionId, { status: 'paid' });
    for (let hours = 0; hours < 73; hours += 1) {
      server.clock.advance(3600);
      await followUpPayments(server.ctx);
    }
    expect((await end()).status).toBe('pending');
    fake.trouble = null;
    expect(await tell()).toBe('transaction.transferred');
    expect(await end()).toEqual({ status: 'paid', reason: null, orders: 1 });
    expect(await received()).toBe(fake.held());
  });

  it('that is « refunded » before we heard of it buys nothing', async () => {
    const { transactionId, tell, end } = await open();
    fake.settle(transactionId, { status: 'paid' });
    fake.payBack(transactionId);
    expect(await tell()).toBe('transaction.refunded');
    expect(await end()).toEqual({ status: 'cancelled', reason: null, orders: 0 });
    expect(await received()).toBe(fake.held());
  });

  it.each(['approved_partially_refunded', 'transferred_partially_refunded'])(
    'that is « %s » has no certain amount, and is put aside',
    async (word) => {
      const { transactionId, tell, end } = await open();
      fake.settle(transactionId, { status: 'paid', word });
      await tell();
      expect(await end()).toEqual({ status: 'review', reason: 'amount', orders: 0 });
    },
  );
});

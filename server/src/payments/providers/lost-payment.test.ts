import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../database/schema/notifications.ts';
import { orders } from '../../database/schema/orders.ts';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { openProvider } from '../open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './fedapay.fixture.ts';

let fake: FakeFedapay;
/** The database as it was before the restoration. */
let before: TestApp;
let basket: Basket;
let customer: Visitor;
/** Restored from a backup that is older than the payments. */
let restored: TestApp;
let supervisor: Visitor;
let transactionId: string;

beforeAll(async () => {
  fake = await startFedapay();
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  before = await startTestApp({ payments: openProvider(settings, { now: () => before.clock.now() }) });
  restored = await startTestApp({ payments: openProvider(settings, { now: () => restored.clock.now() }) });
  basket = await fillBasket(before);
  customer = await before.signIn('customer');
  supervisor = await restored.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(restored.db);
  await Promise.all([before.close(), restored.close()]);
  await fake.close();
});
beforeEach(async () => {
  ({ transactionId } = await openPayment(before, customer, { order: elsewhere(basket.order) }));
});
afterEach(() => {
  fake.trouble = null;
});

const call = async () => {
  const { payload, headers } = fake.webhook(transactionId, { at: restored.clock.now() });
  const json = { 'content-type': 'application/json', ...headers };
  const url = '/api/payments/webhooks/fedapay';
  return (await restored.app.inject({ method: 'POST', url, headers: json, payload })).statusCode;
};
const debits = async () => {
  const { body } = await restored.call(supervisor, 'GET', '/payments/review');
  return body.debits.filter((one: { transactionId: string }) => one.transactionId === transactionId);
};
const notified = async () =>
  (await restored.db.select().from(notifications).where(eq(notifications.userId, supervisor.row.id)))
    .map(({ message }) => message)
    .filter((message) => message.includes(transactionId));

describe('a payment of ours that the restored database lacks', () => {
  it('is kept once when it is paid, and the supervisors are told once', async () => {
    fake.settle(transactionId, { status: 'paid' });
    expect([await call(), await call(), await call()]).toEqual([200, 200, 200]);
    const found = await debits();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ received: { amount: 4825, currency: 'XOF' } });
    expect(found[0].reference).toMatch(/^trx_\d+$/);
    expect(await notified()).toEqual([`Transaction ${transactionId} : transaction inconnue.`]);
    expect(await restored.db.select().from(orders)).toEqual([]);
  });

  it('is acknowledged and leaves nothing when it is not paid', async () => {
    for (const status of ['pending', 'declined', 'cancelled'] as const) {
      fake.settle(transactionId, { status });
      expect(await call()).toBe(200);
    }
    expect(await debits()).toEqual([]);
    expect(await notified()).toEqual([]);
  });

  it('is refused while the provider cannot say, so that it calls again', async () => {
    fake.settle(transactionId, { status: 'paid' });
    fake.trouble = 'error';
    expect(await call()).toBe(503);
    expect(await debits()).toEqual([]);
    fake.trouble = null;
    expect(await call()).toBe(200);
    expect(await debits()).toHaveLength(1);
  });
});

it('does not ask about an id that is not of ours', async () => {
  const calls = fake.calls.length;
  fake.settle(transactionId, { status: 'paid', ofTransaction: 'TX-unknown' });
  expect(await call()).toBe(200);
  expect(fake.calls).toHaveLength(calls);
  expect(await debits()).toEqual([]);
});

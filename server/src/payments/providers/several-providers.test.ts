import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, readPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { openProvider } from '../open.ts';
import { paymentRow } from '../payments.fixture.ts';
import { sendRefunds } from '../refund.ts';
import type { WebhookCall } from './fake-provider.fixture.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './fedapay.fixture.ts';
import { type FakeKkiapay, KKIAPAY_KEYS, startKkiapay } from './kkiapay.fixture.ts';

const PHONE = '01 66 00 00 07';
const STORED = '+2290166000007';

let fedapay: FakeFedapay;
let kkiapay: FakeKkiapay;
let server: TestApp;
let basket: Basket;
let customer: Visitor;
let order: object;

beforeAll(async () => {
  [fedapay, kkiapay] = await Promise.all([startFedapay(), startKkiapay()]);
  const given = {
    ...fedapayEnv(fedapay.url),
    KKIAPAY_PUBLIC_KEY: KKIAPAY_KEYS.publicKey,
    KKIAPAY_PRIVATE_KEY: KKIAPAY_KEYS.privateKey,
    KKIAPAY_SECRET_KEY: KKIAPAY_KEYS.secretKey,
    KKIAPAY_WEBHOOK_SECRET: KKIAPAY_KEYS.webhookSecret,
    KKIAPAY_URL: kkiapay.url,
    KKIAPAY_WIDGET_URL: kkiapay.url,
  };
  const open = (name: 'fedapay' | 'kkiapay') =>
    openProvider(readProviderSettings(name, given), { now: () => server.clock.now() });
  server = await startTestApp({ payments: open('fedapay'), otherPayments: [open('kkiapay')] });
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await Promise.all([fedapay.close(), kkiapay.close()]);
});
beforeEach(async () => {
  // A telephone gets five requests a day.
  server.clock.advance(24 * 3600);
  customer = await server.signIn('customer');
  order = elsewhere(basket.order);
});
afterEach(() => {
  fedapay.failsToPush = false;
});

const post = (means: object, headers = {}) =>
  server.call(customer, 'POST', '/payments', { order, basketId: 'mine', ...means }, headers);
const open = async (means: object) => {
  const { status, body } = await post(means);
  expect(status).toBe(201);
  return body as { transactionId: string; amount: number; portal: Record<string, unknown> };
};
const rows = () => server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
const statusOf = async (transactionId: string) => (await paymentRow(transactionId, server)).status;
const countOrders = async () =>
  (await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id))).length;
const deliver = async (name: string, { payload, headers }: WebhookCall) => {
  const url = `/api/payments/webhooks/${name}`;
  const json = { 'content-type': 'application/json', ...headers };
  return (await server.app.inject({ method: 'POST', url, headers: json, payload })).statusCode;
};
const call = (name: 'fedapay' | 'kkiapay', transactionId: string) => {
  const fake = name === 'fedapay' ? fedapay : kkiapay;
  return deliver(name, fake.webhook(transactionId, { at: server.clock.now() }));
};

describe('the ways to pay', () => {
  it('are the operators, each by the first provider that asks it, then the pages', async () => {
    const { body } = await server.call(customer, 'GET', '/payments');
    expect(body.choices).toEqual([
      { provider: 'fedapay', label: 'FedaPay', operator: 'mtn', takesPhone: true },
      { provider: 'fedapay', label: 'FedaPay', operator: 'moov', takesPhone: true },
      { provider: 'fedapay', label: 'FedaPay', operator: 'celtiis', takesPhone: true },
      { provider: 'fedapay', label: 'FedaPay', operator: null, takesPhone: false },
      { provider: 'kkiapay', label: 'KKiaPay', operator: null, takesPhone: true },
    ]);
  });

  it.each([
    ['mtn', 'mtn_open'],
    ['moov', 'moov'],
    ['celtiis', 'sbin'],
  ])('%s asks on the telephone of the number that pays', async (operator, mode) => {
    const { transactionId, portal } = await open({ operator, payingPhone: PHONE });
    expect(portal.mode).toBe('phone');
    expect(fedapay.pushes.at(-1)).toMatch(new RegExp(`^${mode} tok-\\d+ \\${STORED} bj$`));
    expect(await rows()).toMatchObject([{ provider: 'fedapay', operator, payingPhone: STORED }]);
    const shown = await readPayment(server, customer, transactionId);
    expect(shown).toMatchObject({ operator, payingPhone: '01 •• •• •• 07' });
  });

  it('opens the page when the telephone cannot be asked', async () => {
    fedapay.failsToPush = true;
    const { portal } = await open({ operator: 'mtn', payingPhone: PHONE });
    expect(portal).toMatchObject({ mode: 'page', url: expect.stringContaining('/pay/') });
  });

  it('gives the number to the widget', async () => {
    const { portal } = await open({ provider: 'kkiapay', payingPhone: PHONE });
    expect(portal).toMatchObject({ mode: 'widget', phone: STORED.slice(1) });
  });

  it.each([
    [{ operator: 'mtn' }, 'payingPhone'],
    [{ operator: 'mtn', payingPhone: '01 66' }, 'payingPhone'],
    [{ operator: 'mtn', payingPhone: '+33612345678' }, 'payingPhone'],
    [{ operator: 'orange', payingPhone: PHONE }, 'operator'],
    [{ provider: 'kkiapay', operator: 'mtn', payingPhone: PHONE }, 'provider'],
    [{ provider: 'sandbox' }, 'provider'],
  ])('%o is refused, and nothing is opened', async (means, field) => {
    const { status, body } = await post(means);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(await rows()).toEqual([]);
  });

  it('are the first provider’s page when nothing is chosen', async () => {
    const { portal } = await open({});
    expect(portal.mode).toBe('page');
    expect(await rows()).toMatchObject([{ provider: 'fedapay', operator: null, payingPhone: null }]);
  });
});

describe('another attempt', () => {
  const mtn = { operator: 'mtn', payingPhone: PHONE };

  it('with the same choice, or without one, is the same payment', async () => {
    const first = await open(mtn);
    expect((await open(mtn)).transactionId).toBe(first.transactionId);
    expect((await open({})).transactionId).toBe(first.transactionId);
  });

  it.each([
    ['another number', { operator: 'mtn', payingPhone: '01 66 00 00 08' }],
    ['another operator', { operator: 'moov', payingPhone: PHONE }],
    ['another provider', { provider: 'kkiapay' }],
  ])('with %s cancels the open one', async (_, means) => {
    const first = await open(mtn);
    const second = await open(means);
    expect(second.transactionId).not.toBe(first.transactionId);
    expect(await statusOf(first.transactionId)).toBe('cancelled');
    expect(await statusOf(second.transactionId)).toBe('pending');
  });

  it('under the same key with another choice is refused', async () => {
    const key = { 'idempotency-key': `means-${customer.row.id}` };
    const first = await post(mtn, key);
    expect((await post(mtn, key)).body).toEqual(first.body);
    expect((await post({ provider: 'kkiapay' }, key)).body.code).toBe('KEY_REUSED');
  });

  it('that is paid at one provider buys once; later money of the other is put aside', async () => {
    const first = await open(mtn);
    const second = await open({ provider: 'kkiapay' });
    kkiapay.widget(second.transactionId, second.amount);
    kkiapay.settle(second.transactionId, { status: 'paid' });
    expect(await call('kkiapay', second.transactionId)).toBe(200);
    fedapay.settle(first.transactionId, { status: 'paid' });
    expect(await call('fedapay', first.transactionId)).toBe(200);
    expect(await statusOf(second.transactionId)).toBe('paid');
    expect(await statusOf(first.transactionId)).toBe('review');
    expect(await countOrders()).toBe(1);
  });
});

describe('each payment stays with its provider', () => {
  it('is followed up there', async () => {
    const { transactionId, amount } = await open({ provider: 'kkiapay' });
    const id = kkiapay.widget(transactionId, amount);
    const path = `/payments/${transactionId}/provider-transaction`;
    await server.call(customer, 'POST', path, { providerTransactionId: id });
    kkiapay.settle(transactionId, { status: 'paid' });
    server.clock.advance(30);
    await followUpPayments(server.ctx);
    expect(await statusOf(transactionId)).toBe('paid');
  });

  it('is refunded there', async () => {
    const { transactionId, amount } = await open({ provider: 'kkiapay' });
    const id = kkiapay.widget(transactionId, amount);
    kkiapay.settle(transactionId, { status: 'paid', amount: 50 });
    await call('kkiapay', transactionId);
    const admin = await server.signIn('supervisor');
    expect((await server.call(admin, 'POST', `/payments/${transactionId}/refund`)).status).toBe(204);
    await sendRefunds(server.ctx);
    expect(kkiapay.reverted).toContain(id);
  });

  it('takes no report of the other provider', async () => {
    const { transactionId } = await open({ operator: 'mtn', payingPhone: PHONE });
    fedapay.settle(transactionId, { status: 'pending' });
    const wrong = fedapay.webhook(transactionId, { at: server.clock.now() });
    expect(await deliver('kkiapay', wrong)).toBe(401);
    expect(await statusOf(transactionId)).toBe('pending');
  });
});

it('the number that pays is erased with the account', async () => {
  const { transactionId } = await open({ provider: 'kkiapay', payingPhone: PHONE });
  const done = { status: 'cancelled' as const, nextCheckAt: null };
  await server.db.update(payments).set(done).where(eq(payments.transactionId, transactionId));
  // Until then its money may still come.
  server.clock.advance(15 * 60 + 1);
  const admin = await server.signIn('superAdmin');
  expect((await server.call(admin, 'DELETE', `/users/${customer.row.id}`)).status).toBe(204);
  expect(JSON.stringify(await paymentRow(transactionId, server))).not.toContain('66000007');
});

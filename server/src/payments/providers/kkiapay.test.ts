import { kkiapay } from '@kkiapay-org/nodejs-sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { payments } from '../../database/schema/payments.ts';
import type { KkiapaySettings } from '../../settings/payment-settings.ts';
import { elsewhere, fillBasket, openPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { describeProvider, type Subject } from './behaviours.fixture.ts';
import { describeClosedBrowser } from './closed-browser.fixture.ts';
import type { FakeProvider } from './fake-provider.fixture.ts';
import { type FakeKkiapay, KKIAPAY_KEYS, startKkiapay } from './kkiapay.fixture.ts';
import { kkiapayProvider } from './kkiapay.ts';

const settingsOf = ({ url }: FakeProvider): KkiapaySettings => ({
  provider: 'kkiapay',
  isTest: true,
  url,
  widgetUrl: 'https://widget.test',
  ...KKIAPAY_KEYS,
});

const subject: Subject = {
  name: 'kkiapay',
  start: startKkiapay,
  provider: (fake, _clock, limitMs) => kkiapayProvider(settingsOf(fake), limitMs),
  enter: (fake, { transactionId, amount }) => {
    (fake as FakeKkiapay).widget(transactionId, amount);
  },
  callsAtOpening: false,
  namesCurrency: false,
  hasSignedTime: false,
  secrets: [KKIAPAY_KEYS.privateKey, KKIAPAY_KEYS.secretKey, KKIAPAY_KEYS.webhookSecret],
};

describeProvider(subject);
describeClosedBrowser(subject, 'itself', (fake, transactionId) => {
  const { payload } = fake.webhook(transactionId, { at: new Date(0) });
  return JSON.parse(payload).transactionId;
});

describe('the transaction that the browser names', () => {
  let fake: FakeKkiapay;
  let server: TestApp;
  beforeAll(async () => {
    fake = await startKkiapay();
    server = await startTestApp({ payments: kkiapayProvider(settingsOf(fake)) });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const open = async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const opened = await openPayment(server, customer, { order: elsewhere(order) });
    const name = async (providerTransactionId: string) =>
      (
        await server.call(customer, 'POST', `/payments/${opened.transactionId}/provider-transaction`, {
          providerTransactionId,
        })
      ).body.payment?.status;
    const status = async () =>
      (
        await server.db
          .select({ status: payments.status })
          .from(payments)
          .where(eq(payments.transactionId, opened.transactionId))
      )[0]?.status;
    return { ...opened, customer, name, status };
  };

  it('is followed by the repeated job when the webhook never comes', async () => {
    const { transactionId, amount, name, status } = await open();
    const id = fake.widget(transactionId, amount);
    expect(await name(id)).toBe('pending');
    fake.settle(transactionId, { status: 'paid' });
    server.clock.advance(3600);
    await followUpPayments(server.ctx);
    expect(await status()).toBe('paid');
  });

  it('settles the payment at once when it is paid', async () => {
    const { transactionId, amount, name } = await open();
    const id = fake.widget(transactionId, amount);
    fake.settle(transactionId, { status: 'paid' });
    expect(await name(id)).toBe('paid');
  });

  it('of another customer pays nothing, nor does one that does not exist', async () => {
    const one = await open();
    const other = await open();
    const id = fake.widget(one.transactionId, one.amount);
    fake.settle(one.transactionId, { status: 'paid' });
    expect(await other.name(id)).toBe('pending');
    expect(await other.name('nothing')).toBe('pending');
    expect(await one.name(id)).toBe('paid');
  });

  it('puts money without our id under review', async () => {
    const { transactionId, amount, name } = await open();
    const id = fake.widget('', amount);
    fake.settle('', { status: 'paid' });
    expect(transactionId).not.toBe('');
    expect(await name(id)).toBe('review');
  });
});

it('calls KKiaPay as its own kit does, which reads the answer of the fake', async () => {
  const fake = await startKkiapay();
  const { publicKey, privateKey, secretKey } = KKIAPAY_KEYS;
  const transactionId = `TX-${'1'.repeat(30)}`;
  const id = fake.widget(transactionId, 4825);
  fake.settle(transactionId, { status: 'paid' });
  const keysOf = ({ lastHeaders: sent }: FakeProvider) =>
    ['x-api-key', 'x-private-key', 'x-secret-key'].map((name) => sent[name]);

  const answer = await kkiapayProvider(settingsOf(fake)).ask(transactionId, id);
  expect(answer).toEqual({ report: 'paid', amount: 4825, currency: 'XOF', reference: id });
  const ours = keysOf(fake);

  // The kit knows only the addresses of KKiaPay: the proxy setting of its HTTP client sends it to the fake.
  vi.stubEnv('https_proxy', fake.url);
  const kit = kkiapay({ publickey: publicKey, privatekey: privateKey, secretkey: secretKey, sandbox: true });
  expect(await kit.verify(id)).toMatchObject({ status: 'SUCCESS', amount: 4825, state: transactionId });
  vi.unstubAllEnvs();
  expect(fake.calls).toEqual(Array(2).fill('POST /api/v1/transactions/status'));
  expect(keysOf(fake)).toEqual(ours);
  await fake.close();
});

describe('a refund', () => {
  let fake: FakeKkiapay;
  beforeAll(async () => {
    fake = await startKkiapay();
  });
  afterAll(() => fake.close());

  let transactionId = '';
  let count = 0;
  const paid = (amount: number) => {
    count += 1;
    transactionId = `TX-${String(count).padStart(30, '0')}`;
    const reference = fake.widget(transactionId, amount);
    fake.settle(transactionId, { status: 'paid' });
    return reference;
  };
  const refund = (reference: string, amount = 4_500) =>
    kkiapayProvider(settingsOf(fake)).refund!({ refundId: 'refund', transactionId, reference, amount });

  it('pays all of a transaction back', async () => {
    const reference = paid(4_500);
    expect(await refund(reference)).toEqual({ state: 'done', reference });
    expect(fake.reverted).toContain(reference);
  });

  it.each([
    ['of a part', 4_000],
    ['of more than was received', 5_000],
  ])('%s is refused, and nothing is paid back', async (_, amount) => {
    const reference = paid(4_500);
    expect(await refund(reference, amount)).toEqual({ state: 'failed', reference: null });
    expect(fake.reverted).not.toContain(reference);
  });

  it('that KKiaPay refuses is failed', async () => {
    const reference = paid(4_500);
    fake.reverts = 'refuse';
    expect(await refund(reference)).toEqual({ state: 'failed', reference: null });
    fake.reverts = 'approve';
  });

  it('whose answer is lost is paid back once, and a supervisor looks at it', async () => {
    const reference = paid(4_500);
    fake.reverts = 'lost';
    await expect(refund(reference)).rejects.toThrow('502');
    fake.reverts = 'approve';
    expect(await refund(reference)).toEqual({ state: 'failed', reference: null });
    expect(fake.reverted.filter((id) => id === reference)).toHaveLength(1);
  });
});

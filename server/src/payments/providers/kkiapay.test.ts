import { kkiapay } from '@kkiapay-org/nodejs-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { KkiapaySettings } from '../../settings/payment-settings.ts';
import { elsewhere, fillBasket, openPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { paymentRow } from '../payments.fixture.ts';
import { describeProvider } from './behaviours.fixture.ts';
import type { FakeProvider, Outcome } from './fake-provider.fixture.ts';
import { type FakeKkiapay, KKIAPAY_KEYS, startKkiapay } from './kkiapay.fixture.ts';
import { kkiapayProvider } from './kkiapay.ts';

const settingsOf = ({ url }: FakeProvider): KkiapaySettings => ({
  provider: 'kkiapay',
  isTest: true,
  url,
  widgetUrl: 'https://widget.test',
  ...KKIAPAY_KEYS,
});

describeProvider({
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
  paysBack: true,
  names: (fake, transactionId) =>
    JSON.parse(fake.webhook(transactionId, { at: new Date(0) }).payload).transactionId,
});

let fake: FakeKkiapay;
beforeAll(async () => {
  fake = await startKkiapay();
});
afterAll(() => fake.close());

describe('the transaction that the browser names', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp({ payments: kkiapayProvider(settingsOf(fake)) });
  });
  afterAll(() => server.close());

  const open = async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const opened = await openPayment(server, customer, { order: elsewhere(order) });
    const path = `/payments/${opened.transactionId}/provider-transaction`;
    const name = async (providerTransactionId: string) =>
      (await server.call(customer, 'POST', path, { providerTransactionId })).body.payment?.status;
    return { ...opened, name };
  };
  const payAt = (transactionId: string, amount: number) => {
    const id = fake.widget(transactionId, amount);
    fake.settle(transactionId, { status: 'paid' });
    return id;
  };

  it('is followed by the repeated job when the webhook never comes', async () => {
    const { transactionId, amount, name } = await open();
    expect(await name(fake.widget(transactionId, amount))).toBe('pending');
    fake.settle(transactionId, { status: 'paid' });
    server.clock.advance(3600);
    await followUpPayments(server.ctx);
    expect((await paymentRow(transactionId, server)).status).toBe('paid');
  });

  it('settles the payment at once when it is paid, but not another one, nor when it does not exist', async () => {
    const [one, other] = [await open(), await open()];
    const id = payAt(one.transactionId, one.amount);
    expect([await other.name(id), await other.name('nothing'), await one.name(id)]).toEqual([
      'pending',
      'pending',
      'paid',
    ]);
  });

  it('puts money without our id under review', async () => {
    const { amount, name } = await open();
    expect(await name(payAt('', amount))).toBe('review');
  });
});

it('calls KKiaPay as its own kit does, which reads the answer of the fake', async () => {
  const transactionId = `TX-${'1'.repeat(30)}`;
  const id = fake.widget(transactionId, 4825);
  fake.settle(transactionId, { status: 'paid' });
  const count = fake.calls.length;
  const sentKeys = () => ['x-api-key', 'x-private-key', 'x-secret-key'].map((name) => fake.lastHeaders[name]);

  const answer = await kkiapayProvider(settingsOf(fake)).ask(transactionId, id);
  expect(answer).toEqual({ report: 'paid', amount: 4825, currency: 'XOF', reference: id });
  const ours = sentKeys();

  // The kit knows only the addresses of KKiaPay: the proxy setting of its HTTP client sends it to the fake.
  vi.stubEnv('https_proxy', fake.url);
  const { publicKey: publickey, privateKey: privatekey, secretKey: secretkey } = KKIAPAY_KEYS;
  const kit = kkiapay({ publickey, privatekey, secretkey, sandbox: true });
  expect(await kit.verify(id)).toMatchObject({ status: 'SUCCESS', amount: 4825, state: transactionId });
  vi.unstubAllEnvs();
  expect(fake.calls.slice(count)).toEqual(Array(2).fill('POST /api/v1/transactions/status'));
  expect(sentKeys()).toEqual(ours);
});

let transactionId = '';
let count = 0;
/** A transaction of 4 500 F that the widget made. @returns KKiaPay's number */
const settle = (outcome: Outcome) => {
  count += 1;
  transactionId = `TX-${String(count).padStart(30, '0')}`;
  const id = fake.widget(transactionId, 4_500);
  fake.settle(transactionId, outcome);
  return id;
};

// The words of the list in the kit's readme, and PENDING.
it.each<[string, Outcome['status'], string]>([
  ['FAILED', 'declined', 'failed'],
  ['PENDING', 'pending', 'pending'],
  ['INSUFFICIENT_FUND', 'declined', 'pending'],
  ['TRANSACTION_NOT_FOUND', 'pending', 'pending'],
  ['TRANSACTION_NOT_ELIGIBLE', 'pending', 'pending'],
  ['INVALID_TRANSACTION', 'pending', 'pending'],
  ['INVALID_TRANSACTION_TYPE', 'pending', 'pending'],
  ['success', 'pending', 'pending'],
])('a transaction that is « %s » is no money', async (word, status, report) => {
  const held = fake.held();
  const id = settle({ status, word });
  const none = { amount: null, currency: null, reference: null };
  expect(await kkiapayProvider(settingsOf(fake)).ask(transactionId, id)).toEqual({ report, ...none });
  expect(fake.held()).toBe(held);
});

describe('a refund', () => {
  const failed = { state: 'failed', reference: null };
  const refund = (reference: string, amount = 4_500) =>
    kkiapayProvider(settingsOf(fake)).refund!({ refundId: 'refund', transactionId, reference, amount });

  it('pays all of a transaction that is « SUCCESS » back', async () => {
    const held = fake.held();
    const id = settle({ status: 'paid', word: 'SUCCESS' });
    const paid = await kkiapayProvider(settingsOf(fake)).ask(transactionId, id);
    expect(paid).toMatchObject({ report: 'paid', amount: 4_500 });
    expect(fake.held()).toBe(held + 4_500);
    expect(await refund(id)).toEqual({ state: 'done', reference: id });
    expect([fake.held(), fake.reverted.includes(id)]).toEqual([held, true]);
  });

  it.each([
    ['of a part is refused', 4_000, 'approve'],
    ['of more than was received is refused', 5_000, 'approve'],
    ['that KKiaPay refuses is failed', 4_500, 'refuse'],
    ['for which its balance is too low is failed', 4_500, 'poor'],
  ] as const)('%s, and nothing is paid back', async (_, amount, reverts) => {
    const id = settle({ status: 'paid' });
    fake.reverts = reverts;
    expect(await refund(id, amount)).toEqual(failed);
    fake.reverts = 'approve';
    expect(fake.reverted).not.toContain(id);
  });

  it('whose answer is lost is paid back once, and a supervisor looks at it', async () => {
    const id = settle({ status: 'paid' });
    fake.reverts = 'lost';
    await expect(refund(id)).rejects.toThrow('502');
    fake.reverts = 'approve';
    expect(await refund(id)).toEqual(failed);
    expect(fake.reverted.filter((each) => each === id)).toHaveLength(1);
  });
});

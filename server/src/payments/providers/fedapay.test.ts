import { eq } from 'drizzle-orm';
import { FedaPay, Requestor, Transaction, Webhook, WebhookSignature } from 'fedapay';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../database/schema/notifications.ts';
import { entries } from '../../database/schema/payouts.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { FedapaySettings } from '../../settings/payment-settings.ts';
import { fillBasket, readPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import {
  callOfFedapay,
  fedapay,
  open as openFor,
  ordersOf,
  paymentRow,
  reviewOf,
  server,
  startWithFedapay,
} from '../payments.fixture.ts';
import { describeProvider } from './behaviours.fixture.ts';
import { isSignedCall, signCall } from './call.ts';
import type { Outcome } from './fake-provider.fixture.ts';
import { FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider, OPERATOR_LIMIT_MS } from './fedapay.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const clock = { now: () => NOW };
const settingsOf = ({ url }: { url: string }): FedapaySettings => ({
  provider: 'fedapay',
  isTest: true,
  url,
  secretKey: FEDAPAY_KEY,
  webhookSecret: FEDAPAY_WEBHOOK_SECRET,
  publicUrl: 'https://amasin.test',
});

describeProvider({
  name: 'fedapay',
  start: startFedapay,
  provider: (fake, itsClock, limitMs) => fedapayProvider(settingsOf(fake), itsClock, limitMs),
  callsAtOpening: true,
  namesCurrency: true,
  hasSignedTime: true,
  secrets: [FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET],
  paysBack: false,
});

describe('a transaction of FedaPay', () => {
  let customer: Visitor;
  let transactionId: string;

  startWithFedapay();
  beforeEach(async () => {
    customer = await server.signIn('customer');
    ({ transactionId } = await openFor(customer));
  });
  afterEach(() => {
    fedapay.trouble = null;
  });

  /** FedaPay's event about the transaction. @returns its name */
  const call = async () => {
    expect(await callOfFedapay(transactionId)).toBe(200);
    return JSON.parse(fedapay.webhook(transactionId, { at: server.clock.now() }).payload).name;
  };
  const end = async () => {
    const { status, reviewReason } = await paymentRow(transactionId);
    return [status, reviewReason, (await ordersOf(customer)).length];
  };
  const expectSameMoney = async () => {
    const rows = await server.db.select().from(entries).where(eq(entries.account, 'customer'));
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(fedapay.held());
  };

  it.each<[string, Outcome['status'], string]>([
    ['pending', 'pending', 'pending'],
    ['declined', 'declined', 'failed'],
    ['canceled', 'cancelled', 'cancelled'],
    ['expired', 'cancelled', 'expired'],
    ['a_word_of_tomorrow', 'pending', 'pending'],
  ])('that is « %s » buys nothing', async (word, status, ends) => {
    fedapay.settle(transactionId, { status, word });
    expect(await call()).toBe(`transaction.${word}`);
    expect(await end()).toEqual([ends, null, 0]);
    await expectSameMoney();
  });

  it('that is « approved » makes the order, and is « transferred » 72 hours later, which changes nothing', async () => {
    fedapay.settle(transactionId, { status: 'paid' });
    for (const [hours, name] of [
      [0, 'approved'],
      [71, 'approved'],
      [1, 'transferred'],
    ] as const) {
      server.clock.advance(hours * 3600);
      expect([await call(), await end()]).toEqual([`transaction.${name}`, ['paid', null, 1]]);
    }
    await expectSameMoney();
  });

  it('that we hear of only once it is « transferred » makes the order', async () => {
    fedapay.trouble = 'error';
    fedapay.settle(transactionId, { status: 'paid' });
    for (let hours = 0; hours < 73; hours += 1) {
      server.clock.advance(3600);
      await followUpPayments(server.ctx);
    }
    expect(await end()).toEqual(['pending', null, 0]);
    fedapay.trouble = null;
    expect([await call(), await end()]).toEqual(['transaction.transferred', ['paid', null, 1]]);
    await expectSameMoney();
  });

  it('that is « refunded » before we heard of it buys nothing', async () => {
    fedapay.settle(transactionId, { status: 'paid' });
    fedapay.payBack(transactionId);
    expect([await call(), await end()]).toEqual(['transaction.refunded', ['cancelled', null, 0]]);
    await expectSameMoney();
  });

  it('is the one that it named at opening: the browser cannot name another', async () => {
    const path = `/payments/${transactionId}/provider-transaction`;
    const { body } = await server.call(customer, 'POST', path, { providerTransactionId: '9999' });
    expect(body.payment.status).toBe('pending');
    fedapay.settle(transactionId, { status: 'paid' });
    server.clock.advance(2);
    expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
    expect(fedapay.calls.filter((each) => each.includes('9999'))).toEqual([]);
  });

  it.each(['approved_partially_refunded', 'transferred_partially_refunded'])(
    'that is « %s » has no certain amount, and is put aside',
    async (word) => {
      fedapay.settle(transactionId, { status: 'paid', word });
      await call();
      expect(await end()).toEqual(['review', 'amount', 0]);
    },
  );
});

describe('a payment of ours that a restored database lacks', () => {
  /** Restored from a backup that is older than the payments, which the first database has. */
  let restored: TestApp;
  let supervisor: Visitor;
  let transactionId: string;

  startWithFedapay(async () => {
    restored = await startTestApp({ payments: server.ctx.payments });
    supervisor = await restored.signIn('supervisor');
  });
  beforeEach(async () => {
    ({ transactionId } = await openFor(await server.signIn('customer')));
  });
  afterEach(() => {
    fedapay.trouble = null;
  });
  afterAll(() => restored.close());

  const call = () => callOfFedapay(transactionId, restored);
  const debits = async () =>
    (await reviewOf(supervisor, restored)).debits.filter(
      (one: { transactionId: string }) => one.transactionId === transactionId,
    );
  const notified = async () => {
    const ofHers = eq(notifications.userId, supervisor.row.id);
    const rows = await restored.db.select().from(notifications).where(ofHers);
    return rows.map(({ message }) => message).filter((message) => message.includes(transactionId));
  };

  it('is stored once when it is paid, and the supervisors are told once', async () => {
    fedapay.settle(transactionId, { status: 'paid' });
    expect([await call(), await call(), await call()]).toEqual([200, 200, 200]);
    const received = { amount: 4825, currency: 'XOF' };
    const reference = expect.stringMatching(/^trx_\d+$/);
    expect(await debits()).toEqual([expect.objectContaining({ received, reference })]);
    expect(await notified()).toEqual([`Transaction ${transactionId} : transaction inconnue.`]);
    const { rows } = await restored.pool.query('select id from orders');
    expect(rows).toEqual([]);
  });

  it('is acknowledged and leaves nothing when it is not paid', async () => {
    for (const status of ['pending', 'declined', 'cancelled'] as const) {
      fedapay.settle(transactionId, { status });
      expect(await call()).toBe(200);
    }
    expect([await debits(), await notified()]).toEqual([[], []]);
  });

  it('is refused while the provider cannot say, so that it calls again', async () => {
    fedapay.settle(transactionId, { status: 'paid' });
    fedapay.trouble = 'error';
    expect([await call(), await debits()]).toEqual([503, []]);
    fedapay.trouble = null;
    expect([await call(), (await debits()).length]).toEqual([200, 1]);
  });

  it('is not asked about when its id is not of ours', async () => {
    const count = fedapay.calls.length;
    fedapay.settle(transactionId, { status: 'paid', ofTransaction: 'TX-unknown' });
    expect([await call(), fedapay.calls.length, await debits()]).toEqual([200, count, []]);
  });
});

describe('opening', () => {
  /** The end of the one route that is in trouble. */
  let route = '';
  let trouble: 'error' | 'silent' | null = null;
  let app: TestApp;
  let fake: Awaited<ReturnType<typeof startFedapay>>;

  beforeAll(async () => {
    fake = await startFedapay();
    Object.defineProperty(fake, 'trouble', {
      get: () => (fake.calls.at(-1)?.endsWith(route) ? trouble : null),
    });
    const itsClock = { now: () => app.clock.now() };
    app = await startTestApp({ payments: fedapayProvider(settingsOf(fake), itsClock, 1_500, 200) });
  });
  afterEach(() => {
    trouble = null;
  });
  afterAll(async () => {
    await app.close();
    await fake.close();
  });

  it.each(['error', 'silent'] as const)(
    'a page that failed (%s) leaves a transaction that is known, and is asked about without any call of FedaPay',
    async (given) => {
      const customer = await app.signIn('customer');
      [route, trouble] = ['/token', given];
      const { order } = await fillBasket(app);
      expect((await app.call(customer, 'POST', '/payments', { order })).status).toBe(503);
      trouble = null;
      const { rows } = await app.pool.query(
        'select transaction_id as id, status, provider_transaction_id as theirs from payments where customer_id = $1',
        [customer.row.id],
      );
      expect(rows).toEqual([
        { id: expect.any(String), status: 'failed', theirs: expect.stringMatching(/^\d+$/) },
      ]);
      fake.settle(rows[0].id, { status: 'paid' });
      app.clock.advance(3600);
      await followUpPayments(app.ctx);
      expect((await paymentRow(rows[0].id, app)).status).toBe('paid');
      expect((await app.call(customer, 'GET', '/orders')).body.total).toBe(1);
    },
  );

  it('falls back to the page when the operator’s request is not answered, within the limit of the opening', async () => {
    const customer = await app.signIn('customer');
    [route, trouble] = ['/mtn_open', 'silent'];
    const { order } = await fillBasket(app);
    const means = { provider: 'fedapay', operator: 'mtn', payingPhone: '01 66 00 00 07' };
    const { status, body } = await app.call(customer, 'POST', '/payments', { order, ...means });
    expect(fake.calls.at(-1)).toBe('POST /v1/mtn_open');
    expect([status, body.portal?.mode]).toEqual([201, 'page']);
    const opened = { status: 'pending', providerTransactionId: expect.stringMatching(/^\d+$/) };
    expect(await paymentRow(body.transactionId, app)).toMatchObject(opened);
    expect(OPERATOR_LIMIT_MS).toBeLessThan(LIMIT_MS);
  });
});

describe('FedaPay’s own kit', () => {
  const BODY = '{"name":"transaction.approved","entity":{"id":1,"description":"Médicaments"}}';

  it('signs what we accept, and accepts what we sign', () => {
    const secret = FEDAPAY_WEBHOOK_SECRET;
    const timestamp = NOW.getTime() / 1000;
    const header = Webhook.generateTestHeaderString({ payload: BODY, secret, timestamp });
    expect(isSignedCall(Buffer.from(BODY), header, [secret], NOW)).toBe(true);
    expect(isSignedCall(Buffer.from(BODY), header, [`${secret}x`], NOW)).toBe(false);
    const ours = signCall(BODY, secret, NOW);
    // The kit compares with the real clock, which no test reads: 0 accepts any time.
    expect(WebhookSignature.verifyHeader(BODY, ours, secret, 0)).toBe(true);
    expect(() => WebhookSignature.verifyHeader(`${BODY} `, ours, secret, 0)).toThrow();
  });

  it('reads the transaction that we open', async () => {
    const fake = await startFedapay();
    const transactionId = `TX-${'0'.repeat(30)}`;
    const opened = await fedapayProvider(settingsOf(fake), clock).openPortal({
      transactionId,
      amount: 4825,
      message: 'Commande de médicaments Amasin',
      expiresAt: NOW,
      returnPath: '/order',
      operator: null,
      payingPhone: null,
    });
    expect(opened).toMatchObject({ mode: 'page', url: `${fake.url}/pay/1000`, isTest: true });
    FedaPay.setApiKey(FEDAPAY_KEY);
    FedaPay.setEnvironment('sandbox');
    Requestor.addRequestInterceptor({
      callback: (request) => ({
        ...request,
        url: String(request.url).replace('https://sandbox-api.fedapay.com', fake.url),
      }),
    });
    const read = await Transaction.retrieve(opened.providerTransactionId ?? '');
    const callback_url = 'https://amasin.test/order';
    expect(read).toMatchObject({ amount: 4825, status: 'pending', callback_url });
    expect(read.wasPaid()).toBe(false);
    expect((await read.generateToken()).url).toBe(opened.url);
    fake.settle(transactionId, { status: 'paid' });
    expect((await Transaction.retrieve(read.id)).wasPaid()).toBe(true);
    await fake.close();
  });
});

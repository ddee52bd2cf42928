import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, readPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import type { FakeProvider, Outcome, Trouble, WebhookCall } from './fake-provider.fixture.ts';

export interface Subject {
  readonly name: string;
  readonly start: () => Promise<FakeProvider>;
  /** @param limitMs how long it waits for an answer */
  readonly provider: (fake: FakeProvider, clock: { now(): Date }, limitMs: number) => PaymentProvider;
  /** What the customer does in the portal before there is a transaction at the provider. */
  readonly enter?: (fake: FakeProvider, opened: { transactionId: string; amount: number }) => void;
  /** Opening a payment calls the provider. */
  readonly callsAtOpening: boolean;
  /** Its answers name the currency. */
  readonly namesCurrency: boolean;
  /** The webhook's signature has a time. */
  readonly hasSignedTime: boolean;
  /** Keys that must not reach the browser. */
  readonly secrets: readonly string[];
}

/** Long enough for twenty calls at once on a busy machine. */
const LIMIT_MS = 1_500;
const troubles = [
  'silent',
  'error',
  'garbage',
  'other-shape',
  'refused-key',
] as const satisfies readonly Trouble[];

/** How a payment ends for each way in which a provider behaves. */
export function describeProvider(subject: Subject): void {
  let fake: FakeProvider;
  let server: TestApp;
  let basket: Basket;
  let customer: Visitor;

  beforeAll(async () => {
    fake = await subject.start();
    const clock = { now: () => server.clock.now() };
    server = await startTestApp({ payments: subject.provider(fake, clock, LIMIT_MS) });
    basket = await fillBasket(server);
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
    await fake.close();
  });
  beforeEach(async () => {
    customer = await server.signIn('customer');
  });
  afterEach(() => {
    fake.trouble = null;
  });

  const open = async () => {
    const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
    subject.enter?.(fake, opened);
    return opened;
  };
  const row = async () => {
    const [found] = await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
    if (found === undefined) throw new Error('the customer has no payment');
    return found;
  };
  const countOrders = async () =>
    (await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id))).length;
  const post = async ({ payload, headers }: WebhookCall) =>
    server.app.inject({
      method: 'POST',
      url: `/api/payments/webhooks/${subject.name}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  const call = (transactionId: string) => fake.webhook(transactionId, { at: server.clock.now() });
  /** Opens a payment, lets it end so at the provider, and receives its call. */
  const end = async (outcome: Outcome) => {
    const { transactionId } = await open();
    fake.settle(transactionId, outcome);
    const { statusCode } = await post(call(transactionId));
    expect(statusCode).toBe(200);
    return transactionId;
  };

  describe(`a payment with ${subject.name}`, () => {
    it('that is accepted makes the order', async () => {
      await end({ status: 'paid' });
      expect(await row()).toMatchObject({ status: 'paid', provider: subject.name });
      expect((await row()).providerReference).toMatch(/^[\x21-\x7e]+$/);
      expect(await countOrders()).toBe(1);
    });

    it('that is reported twenty times at once makes one order', async () => {
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'paid' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(call(transactionId))));
      expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
      expect(await countOrders()).toBe(1);
    });

    it('that is declined fails, and is paid when a later attempt succeeds', async () => {
      const transactionId = await end({ status: 'declined' });
      expect((await row()).status).toBe('failed');
      fake.settle(transactionId, { status: 'paid' });
      await post(call(transactionId));
      expect((await row()).status).toBe('paid');
      // An earlier event that arrives late.
      fake.settle(transactionId, { status: 'declined' });
      await post(call(transactionId));
      expect((await row()).status).toBe('paid');
    });

    it('that is pending at first is paid when it is reported later', async () => {
      const transactionId = await end({ status: 'pending' });
      expect((await row()).status).toBe('pending');
      fake.settle(transactionId, { status: 'paid' });
      server.clock.advance(3600);
      await post(call(transactionId));
      expect((await row()).status).toBe('paid');
    });

    it.each<readonly [string, Outcome, string]>([
      ['of another amount', { status: 'paid', amount: 10 }, 'amount'],
      ...(subject.namesCurrency
        ? ([['in another currency', { status: 'paid', currency: 'NGN' }, 'amount']] as const)
        : []),
      ['without a reference', { status: 'paid', withoutReference: true }, 'reference'],
    ])('%s is put under review', async (_, outcome, reviewReason) => {
      await end(outcome);
      expect(await row()).toMatchObject({ status: 'review', reviewReason });
      expect(await countOrders()).toBe(0);
    });

    it('never takes the money of another payment', async () => {
      const other = await open();
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'paid', ofTransaction: other.transactionId });
      await readPayment(server, customer, transactionId);
      expect(await countOrders()).toBe(0);
      const rows = await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
      expect(rows.filter(({ status }) => status === 'paid')).toEqual([]);
    });

    it('ignores calls with another secret, none, or changed content', async () => {
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'paid' });
      const forged = fake.webhook(transactionId, { secret: 'x'.repeat(40), at: server.clock.now() });
      const calls = [forged, { ...forged, headers: {} }];
      if (subject.hasSignedTime) {
        const valid = call(transactionId);
        const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000);
        calls.push(
          { ...valid, payload: `${valid.payload} ` },
          fake.webhook(transactionId, { at: minutes(-5.1) }),
          fake.webhook(transactionId, { at: minutes(5.1) }),
        );
      }
      for (const each of calls) expect((await post(each)).statusCode).toBe(401);
      expect((await row()).status).toBe('pending');
    });

    it.each(troubles)('survives the provider’s trouble « %s » when it is asked', async (trouble) => {
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'pending' });
      await post(call(transactionId));
      fake.settle(transactionId, { status: 'paid' });
      fake.trouble = trouble;
      expect((await readPayment(server, customer, transactionId)).status).toBe('pending');
      // Refused, so that the provider calls again.
      expect((await post(call(transactionId))).statusCode).toBe(503);
      expect(await countOrders()).toBe(0);
      fake.trouble = null;
      // Without another call, the repeated job finds it.
      server.clock.advance(3600);
      await followUpPayments(server.ctx);
      expect((await row()).status).toBe('paid');
      expect(await countOrders()).toBe(1);
    });

    it('ends a call that is not answered within its own limit', async () => {
      const { transactionId } = await open();
      fake.trouble = 'silent';
      await expect(server.ctx.payments.ask(transactionId, 'any')).rejects.toThrow(/timeout/);
    });

    it('returns neither a key nor a login to the browser', async () => {
      const body = { order: elsewhere(basket.order) };
      const answer = await server.call(customer, 'POST', '/payments', body);
      expect(answer.status).toBe(201);
      for (const secret of subject.secrets) expect(JSON.stringify(answer.body)).not.toContain(secret);
    });
  });

  if (!subject.callsAtOpening) return;

  describe(`opening a payment with ${subject.name}`, () => {
    it.each(troubles)(
      'fails with 503 at the provider’s trouble « %s », and works afterwards',
      async (trouble) => {
        const body = { order: elsewhere(basket.order) };
        fake.trouble = trouble;
        const refused = await server.call(customer, 'POST', '/payments', body);
        expect(refused).toMatchObject({ status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } });
        fake.trouble = null;
        expect((await server.call(customer, 'POST', '/payments', body)).status).toBe(201);
      },
    );
  });
}

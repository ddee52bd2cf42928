import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { entries } from '../../database/schema/payouts.ts';
import { refunds } from '../../database/schema/refunds.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { times } from '../../testing/http.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, readPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { sendRefunds } from '../refund.ts';
import type { FakeProvider, Outcome, Trouble, WebhookCall } from './fake-provider.fixture.ts';

/** A provider, and what it does differently from the others. */
export interface Subject {
  readonly name: string;
  readonly start: () => Promise<FakeProvider>;
  /** @param limitMs how long it waits for an answer */
  readonly provider: (fake: FakeProvider, clock: { now(): Date }, limitMs: number) => PaymentProvider;
  /** Does what the customer does in the portal before there is a transaction at the provider. */
  readonly enter?: (fake: FakeProvider, opened: { transactionId: string; amount: number }) => void;
  /** Opening a payment calls the provider. */
  readonly callsAtOpening: boolean;
  /** Its answers name the currency. */
  readonly namesCurrency: boolean;
  /** The webhook's signature has a time. */
  readonly hasSignedTime: boolean;
  /** Keys that must not reach the browser. */
  readonly secrets: readonly string[];
  /** It pays back through our port; otherwise an operator does in its dashboard. */
  readonly paysBack: boolean;
  /** Finds the provider's number of our transaction, when the portal's frame tells it to the page. */
  readonly names?: (fake: FakeProvider, transactionId: string) => string;
}

/** Long enough for twenty calls at once on a busy machine, ms. */
const LIMIT_MS = 1_500;
/** While the provider answers nothing there is no answer to miss, ms. */
const SILENT_LIMIT_MS = 50;
const troubles = [
  'silent',
  'error',
  'garbage',
  'other-shape',
  'refused-key',
] as const satisfies readonly Trouble[];

/**
 * The customer's actions before the browser closed. She confirms on her telephone in all cases: after the browser closed with
 * `paysLate`. `isTold`: the portal said that she paid, before it closed.
 */
interface Moment {
  readonly name: string;
  /** Requests of her browser, in order; `ignored`: closed before the answer. */
  readonly requests: readonly ('read' | 'ignored-read' | 'place' | 'ignored-place' | 'open-again')[];
  readonly paysLate?: boolean;
  readonly isTold?: boolean;
}

const moments: readonly Moment[] = [
  { name: 'as soon as the payment is open', requests: [], paysLate: true },
  { name: 'while the portal waits for her telephone', requests: ['read'], paysLate: true },
  { name: 'twenty minutes before she confirms', requests: ['ignored-read'], paysLate: true },
  { name: 'before the portal says that she paid', requests: [] },
  { name: 'while the payment is checked', requests: ['ignored-read'], isTold: true },
  { name: 'once the payment is checked', requests: ['read'], isTold: true },
  { name: 'while the order is sent', requests: ['read', 'ignored-place'], isTold: true },
  { name: 'once the order is made', requests: ['read', 'place'], isTold: true },
  { name: 'and sends the order again from another tab', requests: ['place', 'place'], isTold: true },
  { name: 'and opens the payment again', requests: ['read', 'open-again', 'read'], isTold: true },
];

/** A way in which a provider behaves, and how the payment ends. */
interface Misbehaviour {
  readonly name: string;
  /** All answers, until an hour later. */
  readonly trouble?: Exclude<Trouble, null>;
  /** Instead of the truth, until an hour later. */
  readonly first?: Outcome;
  /** The outcome at the provider, if it is not the payment that was due. */
  readonly outcome?: Partial<Outcome>;
  readonly calls?: 'ten times' | 'forged' | 'out of order';
  /** Default: one order. A refund is decided here, a note says that it was made at the provider. */
  readonly ends?: 'refund' | 'note';
  readonly reviewReason?: string;
}

/** F that the provider takes instead of the amount due. */
const WRONG_AMOUNT = 10;
const ofUnknown = { status: 'paid', ofTransaction: 'TX-unknown' } as const;
const amount = { reviewReason: 'amount' };

const misbehaviours: readonly Misbehaviour[] = [
  { name: 'does not answer', trouble: 'silent' },
  { name: 'fails', trouble: 'error' },
  { name: 'answers half of its text', trouble: 'garbage' },
  { name: 'answers something else', trouble: 'other-shape' },
  { name: 'refuses our key', trouble: 'refused-key' },
  { name: 'answers about an unknown payment', first: ofUnknown, ends: 'note' },
  { name: 'says first that it was declined', first: { status: 'declined' } },
  { name: 'says first that it is pending', first: { status: 'pending' } },
  { name: 'takes another amount', outcome: { amount: WRONG_AMOUNT }, ends: 'refund', ...amount },
  { name: 'takes another currency', outcome: { currency: 'NGN' }, ends: 'note', ...amount },
  {
    name: 'gives no reference',
    outcome: { withoutReference: true },
    ends: 'note',
    reviewReason: 'reference',
  },
  { name: 'calls ten times at once', calls: 'ten times' },
  { name: 'calls in the wrong order', calls: 'out of order' },
  { name: 'never calls, but a stranger does', calls: 'forged' },
];

interface Journey extends Moment {
  readonly customer: Visitor;
  readonly order: object;
  readonly transactionId: string;
  readonly amount: number;
}

/**
 * Tests a provider by one table. A customer pays and closes the browser at each moment, while the provider misbehaves in each way:
 * each payment ends as one order or as money that is given back, and the ledger holds what the provider holds.
 */
export function describeProvider(subject: Subject): void {
  const { name: providerName, names } = subject;
  let fake: FakeProvider;
  let makeTrouble: (trouble: Trouble) => void;
  let server: TestApp;
  let basket: Basket;
  let supervisor: Visitor;
  let customer: Visitor;
  /** F that the orders of all cases were paid with. */
  let paidForOrders = 0;

  beforeAll(async () => {
    fake = await subject.start();
    const clock = { now: () => server.clock.now() };
    const patient = subject.provider(fake, clock, LIMIT_MS);
    const impatient = subject.provider(fake, clock, SILENT_LIMIT_MS);
    makeTrouble = (trouble) => {
      fake.trouble = trouble;
      Object.assign(server.ctx, { payments: trouble === 'silent' ? impatient : patient });
    };
    server = await startTestApp({ payments: patient });
    basket = await fillBasket(server);
    supervisor = await server.signIn('supervisor');
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
    await fake.close();
  });
  beforeEach(async () => {
    customer = await server.signIn('customer');
    // Days pass, and sessions end.
    supervisor = await server.session(supervisor.row);
  });
  afterEach(() => {
    makeTrouble(null);
  });

  const openAs = async (who: Visitor, order: object) => {
    const opened = await openPayment(server, who, { order });
    subject.enter?.(fake, opened);
    return opened;
  };
  const open = () => openAs(customer, elsewhere(basket.order));
  const post = async ({ payload, headers }: WebhookCall) => {
    const url = `/api/payments/webhooks/${providerName}`;
    const all = { 'content-type': 'application/json', ...headers };
    return (await server.app.inject({ method: 'POST', url, headers: all, payload })).statusCode;
  };
  const callOf = (transactionId: string, change: { secret?: string; at?: Date } = {}) =>
    fake.webhook(transactionId, { at: server.clock.now(), ...change });
  const webhook = (transactionId: string, secret?: string) =>
    post(callOf(transactionId, secret === undefined ? {} : { secret }));
  const paymentsOf = ({ row }: Visitor) =>
    server.db.select().from(payments).where(eq(payments.customerId, row.id));
  const row = async () => (await paymentsOf(customer))[0];
  const ordersOf = ({ row: { id } }: Visitor) =>
    server.db.select().from(orders).where(eq(orders.customerId, id));

  const request = async ({ customer: who, order, transactionId }: Journey, what: string) => {
    if (what.endsWith('read')) return server.call(who, 'GET', `/payments/${transactionId}`);
    if (what === 'open-again') return server.call(who, 'POST', '/payments', { order });
    return server.call(who, 'POST', '/orders', { ...order, transactionId });
  };
  const browse = async (journey: Journey) => {
    const ignored: Promise<unknown>[] = [];
    for (const what of journey.requests) {
      const answer = request(journey, what);
      if (what.startsWith('ignored')) ignored.push(answer);
      else expect((await answer).status).toBeLessThan(500);
    }
    await Promise.all(ignored);
  };

  const paidAs = ({ outcome }: Misbehaviour): Outcome => ({ status: 'paid', ...outcome });

  /** The provider's calls after she paid; it calls again while it is refused. */
  const callUs = async ({ calls }: Misbehaviour, { transactionId }: Journey, paid: Outcome) => {
    if (calls === 'forged') expect(await webhook(transactionId, 'x'.repeat(40))).toBe(401);
    else if (calls === 'ten times') await Promise.all(times(10, () => webhook(transactionId)));
    else await webhook(transactionId);
    if (calls === 'out of order') {
      fake.settle(transactionId, { status: 'pending' });
      await webhook(transactionId);
      fake.settle(transactionId, paid);
    }
  };

  const play = async (way: Misbehaviour, journey: Journey) => {
    const { transactionId } = journey;
    const shown = way.first ?? paidAs(way);
    if (!journey.paysLate) fake.settle(transactionId, shown);
    if (journey.isTold && names !== undefined) {
      const path = `/payments/${transactionId}/provider-transaction`;
      const providerTransactionId = names(fake, transactionId);
      await server.call(journey.customer, 'POST', path, { providerTransactionId });
    }
    await browse(journey);
    fake.settle(transactionId, shown);
    await callUs(way, journey, shown);
  };

  /** Hours later: the provider works again, calls again, and the repeated jobs ran. */
  const waitOut = async (played: readonly Journey[], way: Misbehaviour) => {
    makeTrouble(null);
    for (const { transactionId } of played) fake.settle(transactionId, paidAs(way));
    // A transaction that only the portal's frame has a number for is found by nothing but a call.
    const called = way.calls === undefined ? played : names ? played.filter(({ isTold }) => !isTold) : [];
    for (let hours = 0; hours < 4; hours += 1) {
      server.clock.advance(3_600);
      await Promise.all(called.map(({ transactionId }) => webhook(transactionId)));
      await followUpPayments(server.ctx);
    }
  };

  /** A supervisor decides all that was put aside: paid back, or noted when that cannot be done from here. */
  const decide = async () => {
    const review = async () => (await server.call(supervisor, 'GET', '/payments/review?limit=100')).body;
    for (const { transactionId } of (await review()).payments) {
      const refund = await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`);
      if (refund.status === 204) continue;
      expect(refund.body.code).toBe('REFUND_BY_HAND');
      fake.payBack(transactionId);
      const note = 'Vu avec le prestataire';
      await server.call(supervisor, 'POST', `/payments/${transactionId}/seen`, { note });
    }
    await sendRefunds(server.ctx);
    for (const { _id, state, transactionId } of (await review()).refunds) {
      expect([state, subject.paysBack]).toEqual(['failed', false]);
      fake.payBack(transactionId);
      const note = 'Remboursé depuis le tableau de bord';
      expect((await server.call(supervisor, 'POST', `/refunds/${_id}/by-hand`, { note })).status).toBe(204);
    }
    expect(await review()).toMatchObject({ payments: [], refunds: [] });
  };

  const endOf = async ({ customer: who }: Journey) => {
    // One that she opened again is given up when the other is paid.
    const ended = (await paymentsOf(who)).filter(({ status }) => status !== 'cancelled');
    const back = await server.db
      .select({ state: refunds.state, amount: refunds.amount })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(payments.customerId, who.row.id));
    return {
      orders: (await ordersOf(who)).map(({ state }) => state),
      payments: ended.map(({ status }) => status),
      reasons: ended.map(({ reviewReason }) => reviewReason),
      refunds: back,
    };
  };
  const expected = ({ ends, reviewReason }: Misbehaviour) => ({
    orders: ends === undefined ? ['pending'] : [],
    payments: [ends === undefined ? 'paid' : { refund: 'refunded', note: 'review' }[ends]],
    reasons: [reviewReason ?? (ends === undefined ? null : expect.any(String))],
    refunds: ends === 'refund' ? [{ state: 'done', amount: WRONG_AMOUNT }] : [],
  });

  /** The ledger sums to zero, and its money at the provider is what the provider's own book has. */
  const expectSameMoney = async () => {
    const rows = await server.db.select().from(entries);
    expect(rows.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
    const atProvider = rows.filter(({ account }) => account === 'customer' || account === 'bank');
    expect(atProvider.reduce((sum, line) => sum + line.amount, 0)).toBe(fake.held());
  };

  const ways = misbehaviours.filter(
    ({ outcome }) => outcome?.currency === undefined || subject.namesCurrency,
  );

  describe(`a payment with ${providerName}, whose browser closes at each moment`, () => {
    it.each(ways)('loses nothing when the provider $name', async (way) => {
      const openAt = async (moment: Moment): Promise<Journey> => {
        const who = await server.signIn('customer');
        const order = elsewhere(basket.order);
        return { ...moment, customer: who, order, ...(await openAs(who, order)) };
      };
      const played = await Promise.all(moments.map(openAt));
      makeTrouble(way.trouble ?? null);
      await Promise.all(played.map((journey) => play(way, journey)));
      await waitOut(played, way);
      await decide();
      for (const journey of played)
        expect(await endOf(journey), `closed ${journey.name}`).toEqual(expected(way));
      if (way.ends === undefined) paidForOrders += played.reduce((sum, journey) => sum + journey.amount, 0);
      expect(fake.held()).toBe(paidForOrders);
      await expectSameMoney();
      await expectInvariants(server.db);
    });

    it('is compared with the money of the provider, which reports a difference', async () => {
      const { transactionId } = await open();
      await expectSameMoney();
      fake.settle(transactionId, { status: 'paid' });
      await expect(expectSameMoney()).rejects.toThrow();
      expect(await webhook(transactionId)).toBe(200);
      await expectSameMoney();
      const paid = { status: 'paid', provider: providerName };
      expect(await row()).toMatchObject({
        ...paid,
        providerReference: expect.stringMatching(/^[\x21-\x7e]+$/),
      });
      fake.payBack(transactionId);
      await expect(expectSameMoney()).rejects.toThrow();
    });
  });

  describe(`a payment with ${providerName}`, () => {
    it('that is declined fails, is paid by a later attempt, and by no earlier event', async () => {
      const { transactionId } = await open();
      for (const [status, ends] of [
        ['declined', 'failed'],
        ['paid', 'paid'],
        ['declined', 'paid'],
      ] as const) {
        fake.settle(transactionId, { status });
        expect([await webhook(transactionId), (await row())?.status]).toEqual([200, ends]);
      }
    });

    it('never takes the money of another payment', async () => {
      const other = await open();
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'paid', ofTransaction: other.transactionId });
      await readPayment(server, customer, transactionId);
      expect(await ordersOf(customer)).toEqual([]);
      expect((await paymentsOf(customer)).filter(({ status }) => status === 'paid')).toEqual([]);
    });

    it('ignores calls with another secret, none, or changed content', async () => {
      const { transactionId } = await open();
      fake.settle(transactionId, { status: 'paid' });
      const forged = callOf(transactionId, { secret: 'x'.repeat(40) });
      const calls = [forged, { ...forged, headers: {} }];
      if (subject.hasSignedTime) {
        const valid = callOf(transactionId);
        const minutes = (count: number) => new Date(server.clock.now().getTime() + count * 60_000);
        calls.push({ ...valid, payload: `${valid.payload} ` });
        for (const count of [-5.1, 5.1]) calls.push(callOf(transactionId, { at: minutes(count) }));
      }
      for (const call of calls) expect(await post(call)).toBe(401);
      expect((await row())?.status).toBe('pending');
    });

    it.each(troubles)(
      'is pending while the provider’s trouble is « %s », and is called again',
      async (trouble) => {
        const { transactionId } = await open();
        fake.settle(transactionId, { status: 'pending' });
        await webhook(transactionId);
        fake.settle(transactionId, { status: 'paid' });
        makeTrouble(trouble);
        expect((await readPayment(server, customer, transactionId)).status).toBe('pending');
        // Refused, so that the provider calls again.
        expect([await webhook(transactionId), await ordersOf(customer)]).toEqual([503, []]);
        makeTrouble(null);
        // Without another call, the repeated job finds it.
        server.clock.advance(3600);
        await followUpPayments(server.ctx);
        expect([(await row())?.status, (await ordersOf(customer)).length]).toEqual(['paid', 1]);
      },
    );

    it('ends a call that is not answered within its own limit', async () => {
      const { transactionId } = await open();
      makeTrouble('silent');
      await expect(server.ctx.payments.ask(transactionId, 'any')).rejects.toThrow(/timeout/);
    });

    it('returns neither a key nor a login to the browser', async () => {
      const order = elsewhere(basket.order);
      const { status, body } = await server.call(customer, 'POST', '/payments', { order });
      expect(status).toBe(201);
      for (const secret of subject.secrets) expect(JSON.stringify(body)).not.toContain(secret);
    });

    it.each(subject.callsAtOpening ? troubles : [])(
      'fails to open with 503 at the provider’s trouble « %s », and opens afterwards',
      async (trouble) => {
        const body = { order: elsewhere(basket.order) };
        makeTrouble(trouble);
        const refused = { status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } };
        expect(await server.call(customer, 'POST', '/payments', body)).toMatchObject(refused);
        makeTrouble(null);
        expect((await server.call(customer, 'POST', '/payments', body)).status).toBe(201);
      },
    );
  });
}

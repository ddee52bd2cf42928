import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { entries } from '../../database/schema/payouts.ts';
import { refunds } from '../../database/schema/refunds.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { sendRefunds } from '../refund.ts';
import type { Subject } from './behaviours.fixture.ts';
import type { FakeProvider, Outcome } from './fake-provider.fixture.ts';
import {
  type Misbehaviour,
  type Moment,
  misbehaviours,
  moments,
  paidAs,
  WRONG_AMOUNT,
} from './misbehaviours.fixture.ts';

const LIMIT_MS = 1_500;
/** How the provider pays back: `itself` through our port, or an operator in its own dashboard. */
type PaysBack = 'itself' | 'by hand';

/** The provider's number of our transaction, when the portal's frame tells it to the page. */
type Names = (fake: FakeProvider, transactionId: string) => string;

interface Journey extends Moment {
  readonly customer: Visitor;
  readonly order: object;
  readonly transactionId: string;
  readonly amount: number;
}

/**
 * A customer pays and closes the browser at each moment, while the provider misbehaves in each way: each payment ends as one
 * order or as money that is given back, and the ledger holds what the provider holds.
 */
export function describeClosedBrowser(subject: Subject, paysBack: PaysBack, names?: Names): void {
  let fake: FakeProvider;
  let server: TestApp;
  let basket: Basket;
  let supervisor: Visitor;
  /** XOF that the orders of all cases were paid with. */
  let paidForOrders = 0;

  beforeAll(async () => {
    fake = await subject.start();
    const clock = { now: () => server.clock.now() };
    server = await startTestApp({ payments: subject.provider(fake, clock, LIMIT_MS) });
    basket = await fillBasket(server);
    supervisor = await server.signIn('supervisor');
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });
  afterEach(() => {
    fake.trouble = null;
  });

  const open = async (moment: Moment): Promise<Journey> => {
    const customer = await server.signIn('customer');
    const order = elsewhere(basket.order);
    const opened = await openPayment(server, customer, { order });
    subject.enter?.(fake, opened);
    return { ...moment, customer, order, ...opened };
  };

  const request = async ({ customer, order, transactionId }: Journey, what: Moment['requests'][number]) => {
    const path = `/payments/${transactionId}`;
    if (what.endsWith('read')) return server.call(customer, 'GET', path);
    if (what === 'open-again') return server.call(customer, 'POST', '/payments', { order });
    return server.call(customer, 'POST', '/orders', { ...order, transactionId });
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

  const webhook = async (transactionId: string, secret?: string) => {
    const { payload, headers } = fake.webhook(transactionId, {
      at: server.clock.now(),
      ...(secret && { secret }),
    });
    const url = `/api/payments/webhooks/${subject.name}`;
    const all = { 'content-type': 'application/json', ...headers };
    return (await server.app.inject({ method: 'POST', url, headers: all, payload })).statusCode;
  };

  /** The provider's calls after she paid; it calls again while it is refused. */
  const callUs = async ({ calls }: Misbehaviour, { transactionId }: Journey, paid: Outcome) => {
    if (calls === 'forged') expect(await webhook(transactionId, 'x'.repeat(40))).toBe(401);
    if (calls === 'out of order') {
      await webhook(transactionId);
      fake.settle(transactionId, { status: 'pending' });
      await webhook(transactionId);
      fake.settle(transactionId, paid);
    }
    if (calls === 'ten times') {
      await Promise.all(Array.from({ length: 10 }, () => webhook(transactionId)));
    }
    if (calls === 'once') await webhook(transactionId);
  };

  const play = async (way: Misbehaviour, journey: Journey) => {
    const seen = way.first ?? paidAs(way);
    if (!journey.paysLate) fake.settle(journey.transactionId, seen);
    if (journey.isTold && names !== undefined) {
      await server.call(journey.customer, 'POST', `/payments/${journey.transactionId}/provider-transaction`, {
        providerTransactionId: names(fake, journey.transactionId),
      });
    }
    await browse(journey);
    fake.settle(journey.transactionId, seen);
    await callUs(way, journey, seen);
  };

  /** Hours later: the provider works again, calls again, and the repeated jobs ran. */
  const waitOut = async (played: readonly Journey[], way: Misbehaviour) => {
    fake.trouble = null;
    for (const { transactionId } of played) fake.settle(transactionId, paidAs(way));
    // A transaction that only the portal's frame has a number for is found by nothing but a call.
    const called = way.calls === 'once' ? played : names ? played.filter(({ isTold }) => !isTold) : [];
    for (let hours = 0; hours < 4; hours += 1) {
      server.clock.advance(3_600);
      await Promise.all(called.map(({ transactionId }) => webhook(transactionId)));
      await followUpPayments(server.ctx);
    }
  };

  /** A supervisor decides all that was put aside: paid back, or noted when that cannot be done from here. */
  const decide = async () => {
    const review = async () => (await server.call(supervisor, 'GET', '/payments/review')).body;
    for (const { transactionId } of (await review()).payments) {
      const refund = await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`);
      if (refund.status === 204) continue;
      expect(refund.body.code).toBe('REFUND_BY_HAND');
      fake.payBack(transactionId);
      const note = { note: 'Vu avec le prestataire' };
      await server.call(supervisor, 'POST', `/payments/${transactionId}/seen`, note);
    }
    await sendRefunds(server.ctx);
    for (const { _id, state, transactionId } of (await review()).refunds) {
      expect(state).toBe('failed');
      fake.payBack(transactionId);
      const note = { note: 'Remboursé depuis le tableau de bord' };
      expect((await server.call(supervisor, 'POST', `/refunds/${_id}/by-hand`, note)).status).toBe(204);
    }
    expect(await review()).toMatchObject({ payments: [], refunds: [] });
  };

  const endOf = async ({ customer }: Journey) => {
    const { id } = customer.row;
    const made = await server.db.select().from(orders).where(eq(orders.customerId, id));
    const rows = await server.db.select().from(payments).where(eq(payments.customerId, id));
    // One that she opened again is given up when the other is paid.
    const statuses = rows.map(({ status }) => status).filter((status) => status !== 'cancelled');
    const back = await server.db
      .select({ state: refunds.state, amount: refunds.amount })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(payments.customerId, id));
    return { orders: made.map(({ state }) => state), payments: statuses, refunds: back };
  };

  const expected = ({ ends }: Misbehaviour) => ({
    orders: ends === 'order' ? ['pending'] : [],
    payments: [{ order: 'paid', refund: 'refunded', note: 'review' }[ends]],
    refunds: ends === 'refund' ? [{ state: 'done', amount: WRONG_AMOUNT }] : [],
  });

  /** The ledger sums to zero, and its money at the provider is what the provider's own book has. */
  const expectSameMoney = async () => {
    const rows = await server.db.select().from(entries);
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    const atProvider = rows.filter(({ account }) => account === 'customer' || account === 'bank');
    expect(atProvider.reduce((sum, { amount }) => sum + amount, 0)).toBe(fake.held());
  };

  const ways = misbehaviours.filter(
    ({ outcome }) => outcome?.currency === undefined || subject.namesCurrency,
  );

  describe(`a browser that closes during a payment with ${subject.name}`, () => {
    it.each(ways)('loses nothing when the provider $name', async (way) => {
      const played = await Promise.all(moments.map(open));
      fake.trouble = way.trouble ?? null;
      await Promise.all(played.map((journey) => play(way, journey)));
      await waitOut(played, way);
      await decide();
      for (const journey of played) {
        expect(await endOf(journey), `closed ${journey.name}`).toEqual(expected(way));
      }
      if (way.ends === 'order') paidForOrders += played.reduce((sum, { amount }) => sum + amount, 0);
      expect(fake.held()).toBe(paidForOrders);
      await expectSameMoney();
      if (paysBack === 'itself' && way.ends === 'refund') {
        expect((fake as FakeProvider & { reverted: readonly string[] }).reverted).toHaveLength(
          moments.length,
        );
      }
      await expectInvariants(server.db);
    });

    it('is compared with the money of the provider, which reports a difference', async () => {
      const { transactionId } = await open({ name: 'and nobody asks', requests: [] });
      await expectSameMoney();
      fake.settle(transactionId, { status: 'paid' });
      await expect(expectSameMoney()).rejects.toThrow();
      expect(await webhook(transactionId)).toBe(200);
      await expectSameMoney();
      fake.payBack(transactionId);
      await expect(expectSameMoney()).rejects.toThrow();
    });
  });
}

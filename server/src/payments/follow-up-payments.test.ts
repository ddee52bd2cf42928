import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  place,
  providerDoes,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { followUpPayments } from './confirm.ts';

const DAY_S = 24 * 3600;

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let requested: string[] = [];
let ask: PaymentProvider['ask'];

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
  ask = server.ctx.payments.ask;
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  requested = [];
  respond(ask);
});
// Payments that an earlier test left open are not requested again.
afterEach(async () => {
  await expectInvariants(server.db);
  const left = { status: 'cancelled' as const, nextCheckAt: null };
  await server.db.update(payments).set(left).where(isNotNull(payments.nextCheckAt));
});
afterAll(() => server.close());

function respond(how: PaymentProvider['ask']) {
  server.ctx.payments.ask = (id) => {
    requested.push(id);
    return how(id);
  };
}
const run = () => followUpPayments(server.ctx);
const open = () => openPayment(server, customer, { order: elsewhere(basket.order) });
const rowOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const customerOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));

describe('the repeated job', () => {
  it('creates the order of an unreported payment once', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    server.clock.advance(29);
    expect(await run()).toBe(0);
    server.clock.advance(1);
    expect(await run()).toBe(1);
    expect(await customerOrders()).toHaveLength(1);
    server.clock.advance(3600);
    expect(await run()).toBe(0);
    expect(requested).toEqual([transactionId]);
  });

  it('requests the status 30 s, 1, 2, 5, 10 and 30 min after the opening, then every hour', async () => {
    const { transactionId } = await open();
    const started = server.clock.now().getTime();
    const checkedAt: number[] = [];
    while (checkedAt.length < 12) {
      const due = (await rowOf(transactionId)).nextCheckAt!.getTime();
      server.clock.advance((due - server.clock.now().getTime()) / 1000 - 1);
      await run();
      expect(requested).toHaveLength(checkedAt.length);
      server.clock.advance(1);
      await run();
      expect(requested).toHaveLength(checkedAt.length + 1);
      checkedAt.push((server.clock.now().getTime() - started) / 1000);
    }
    const hourly = [1, 2, 3, 4, 5, 6].map((hours) => 1800 + hours * 3600);
    expect(checkedAt).toEqual([30, 60, 120, 300, 600, 1800, ...hourly]);
  });

  it('checks a payment that was opened before the clock was set back by an hour', async () => {
    server.clock.advance(3600);
    const { transactionId } = await open();
    server.clock.advance(-3600);
    await run();
    expect(requested).toEqual([transactionId]);
    const { nextCheckAt } = await rowOf(transactionId);
    expect(nextCheckAt?.getTime()).toBeLessThan(server.clock.now().getTime() + 3600_000);
  });

  it('expires a payment after a day; a later confirmation still creates the order', async () => {
    const opened = await open();
    server.clock.advance(DAY_S - 60);
    await run();
    expect((await rowOf(opened.transactionId)).status).toBe('pending');
    server.clock.advance(3600);
    await run();
    expect((await rowOf(opened.transactionId)).status).toBe('expired');
    expect(await customerOrders()).toEqual([]);
    expect((await report(server, reportOf(opened))).status).toBe(200);
    expect(await rowOf(opened.transactionId)).toMatchObject({ status: 'paid' });
    expect(await customerOrders()).toHaveLength(1);
  });

  it('does not expire a payment that the provider confirms in the last check', async () => {
    const { transactionId } = await open();
    server.clock.advance(3 * DAY_S);
    await providerDoes(server, transactionId, 'silent');
    expect(await run()).toBe(1);
    expect((await rowOf(transactionId)).status).toBe('paid');
  });

  it('does not expire a payment while the provider is unreachable', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    respond(() => Promise.reject(new Error('connect ETIMEDOUT')));
    server.clock.advance(3 * DAY_S);
    await run();
    expect((await rowOf(transactionId)).status).toBe('pending');
    respond(ask);
    server.clock.advance(3600);
    expect(await run()).toBe(1);
  });

  it('continues until no payment is due, so that abandoned payments do not delay a paid one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 32; n += 1) ids.push((await open()).transactionId);
    await providerDoes(server, ids.at(-1) ?? '', 'silent');
    server.clock.advance(30);
    expect(await run()).toBe(1);
    expect([...requested].sort()).toEqual([...ids].sort());
  });

  it('finds a payment that was declined first and then paid without a webhook', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'decline');
    expect((await rowOf(transactionId)).status).toBe('failed');
    await providerDoes(server, transactionId, 'silent');
    server.clock.advance(60);
    expect(await run()).toBe(1);
    expect(await customerOrders()).toHaveLength(1);
  });

  it('checks a declined payment for two hours, and an expired one daily for a week', async () => {
    const refused = await open();
    const abandoned = await open();
    await providerDoes(server, refused.transactionId, 'decline');
    for (let minutes = 0; minutes < 5 * 60; minutes += 20) {
      server.clock.advance(20 * 60);
      await run();
    }
    expect((await rowOf(refused.transactionId)).nextCheckAt).toBeNull();
    server.clock.advance(DAY_S);
    await run();
    expect((await rowOf(abandoned.transactionId)).status).toBe('expired');
    requested = [];
    for (let day = 0; day < 12; day += 1) {
      server.clock.advance(DAY_S);
      await run();
    }
    expect(requested).toEqual(Array(requested.length).fill(abandoned.transactionId));
    expect(requested.length).toBeGreaterThanOrEqual(5);
    expect(requested.length).toBeLessThanOrEqual(7);
    expect((await rowOf(abandoned.transactionId)).nextCheckAt).toBeNull();
  });
});

describe('an unreachable provider', () => {
  it('makes POST /orders return 402; the job finds the payment later', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    respond(() => Promise.reject(new Error('socket hang up')));
    const refused = await place(server, customer, basket.order, transactionId);
    expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_PENDING']);
    server.clock.advance(30);
    expect(await run()).toBe(0);
    respond(ask);
    server.clock.advance(30);
    expect(await run()).toBe(1);
    expect((await place(server, customer, basket.order, transactionId)).status).toBe(200);
  });

  it('for one payment does not stop the others of the run', async () => {
    const first = await open();
    const second = await open();
    for (const { transactionId } of [first, second]) await providerDoes(server, transactionId, 'silent');
    respond((id) => (id === first.transactionId ? Promise.reject(new Error('500')) : ask(id)));
    server.clock.advance(30);
    expect(await run()).toBe(1);
    expect((await rowOf(second.transactionId)).status).toBe('paid');
    expect((await rowOf(first.transactionId)).status).toBe('pending');
  });
});

it('a payment that cannot be settled does not stop the others and does not expire', async () => {
  const broken = await open();
  const sound = await open();
  for (const { transactionId } of [broken, sound]) await providerDoes(server, transactionId, 'silent');
  const { draft } = await rowOf(broken.transactionId);
  const invalid = { ...draft!, quote: { ...draft!.quote, commission: 1 } };
  await server.db
    .update(payments)
    .set({ draft: invalid })
    .where(eq(payments.transactionId, broken.transactionId));
  server.clock.advance(DAY_S + 60);
  expect(await run()).toBe(1);
  expect((await rowOf(sound.transactionId)).status).toBe('paid');
  expect((await rowOf(broken.transactionId)).status).toBe('pending');
});

it('a payment settled by the webhook during the run creates one order', async () => {
  const first = await open();
  const second = await open();
  server.clock.advance(30);
  respond(async (id) => {
    if (id === first.transactionId) await report(server, reportOf(second));
    return ask(id);
  });
  await run();
  expect(await rowOf(second.transactionId)).toMatchObject({ status: 'paid', nextCheckAt: null });
  expect(await customerOrders()).toHaveLength(1);
});

it('concurrent runs request each payment once', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, open));
  server.clock.advance(30);
  await Promise.all([run(), run(), run()]);
  expect([...requested].sort()).toEqual(opened.map(({ transactionId }) => transactionId).sort());
});

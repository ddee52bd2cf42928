import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { expectWhole } from '../../testing/invariants.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  place,
  providerDoes,
  report,
  reportOf,
} from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from './follow-up-payments.ts';

const DAY_S = 24 * 3600;

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let asks: string[] = [];
let ask: PaymentProvider['ask'];

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
  ask = server.ctx.payments.ask;
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  asks = [];
  answer(ask);
});
// Nobody asks about what an earlier test left open.
afterEach(async () => {
  await expectWhole(server.db);
  const left = { status: 'cancelled' as const, nextCheckAt: null };
  await server.db.update(payments).set(left).where(isNotNull(payments.nextCheckAt));
});
afterAll(() => server.close());

function answer(how: PaymentProvider['ask']) {
  server.ctx.payments.ask = (id) => {
    asks.push(id);
    return how(id);
  };
}
const turn = () => followUpPayments(server.ctx);
const open = () => openPayment(server, customer, { order: elsewhere(basket.order) });
const rowOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const made = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));

describe('the repeated job', () => {
  it('makes the order of a payment that nobody reported, once', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    server.clock.advance(29);
    expect(await turn()).toBe(0);
    server.clock.advance(1);
    expect(await turn()).toBe(1);
    expect(await made()).toHaveLength(1);
    server.clock.advance(3600);
    expect(await turn()).toBe(0);
    expect(asks).toEqual([transactionId]);
  });

  it('asks less and less often: 30 s, doubled each time, an hour at the most', async () => {
    const { transactionId } = await open();
    const started = server.clock.now().getTime();
    const seen: number[] = [];
    while (seen.length < 12) {
      const due = (await rowOf(transactionId)).nextCheckAt!.getTime();
      server.clock.advance((due - server.clock.now().getTime()) / 1000 - 1);
      await turn();
      expect(asks).toHaveLength(seen.length);
      server.clock.advance(1);
      await turn();
      expect(asks).toHaveLength(seen.length + 1);
      seen.push((server.clock.now().getTime() - started) / 1000);
    }
    const waits = seen.slice(1).map((at, index) => at - seen[index]!);
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
  });

  it('gives up after a day; money that comes later still makes the order', async () => {
    const opened = await open();
    server.clock.advance(DAY_S - 60);
    await turn();
    expect((await rowOf(opened.transactionId)).status).toBe('pending');
    server.clock.advance(3600);
    await turn();
    expect((await rowOf(opened.transactionId)).status).toBe('expired');
    expect(await made()).toEqual([]);
    expect((await report(server, reportOf(opened))).status).toBe(200);
    expect(await rowOf(opened.transactionId)).toMatchObject({ status: 'paid' });
    expect(await made()).toHaveLength(1);
  });

  it('does not give up what the provider confirms at the last question', async () => {
    const { transactionId } = await open();
    server.clock.advance(3 * DAY_S);
    await providerDoes(server, transactionId, 'silent');
    expect(await turn()).toBe(1);
    expect((await rowOf(transactionId)).status).toBe('paid');
  });

  it('does not give up while the provider says nothing: it may have the money', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    answer(() => Promise.reject(new Error('connect ETIMEDOUT')));
    server.clock.advance(3 * DAY_S);
    await turn();
    expect((await rowOf(transactionId)).status).toBe('pending');
    answer(ask);
    server.clock.advance(3600);
    expect(await turn()).toBe(1);
  });

  it('goes on until nothing is due, so that many abandoned payments keep no paid one waiting', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 32; n += 1) ids.push((await open()).transactionId);
    await providerDoes(server, ids.at(-1) ?? '', 'silent');
    server.clock.advance(30);
    expect(await turn()).toBe(1);
    expect([...asks].sort()).toEqual([...ids].sort());
  });

  it('finds the money of a payment that was refused first and then accepted, without a word', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'decline');
    expect((await rowOf(transactionId)).status).toBe('failed');
    await providerDoes(server, transactionId, 'silent');
    server.clock.advance(60);
    expect(await turn()).toBe(1);
    expect(await made()).toHaveLength(1);
  });

  it('asks about a refused payment for two hours, about one given up once a day for a week', async () => {
    const [refused, abandoned] = [await open(), await open()];
    await providerDoes(server, refused.transactionId, 'decline');
    for (let minutes = 0; minutes < 5 * 60; minutes += 20) {
      server.clock.advance(20 * 60);
      await turn();
    }
    expect((await rowOf(refused.transactionId)).nextCheckAt).toBeNull();
    server.clock.advance(DAY_S);
    await turn();
    expect((await rowOf(abandoned.transactionId)).status).toBe('expired');
    asks = [];
    for (let day = 0; day < 12; day += 1) {
      server.clock.advance(DAY_S);
      await turn();
    }
    expect(asks).toEqual(Array(asks.length).fill(abandoned.transactionId));
    expect(asks.length).toBeGreaterThanOrEqual(5);
    expect(asks.length).toBeLessThanOrEqual(7);
    expect((await rowOf(abandoned.transactionId)).nextCheckAt).toBeNull();
  });
});

describe('the provider is away', () => {
  it('while the browser asks: 402, then the job finds the money', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    answer(() => Promise.reject(new Error('socket hang up')));
    const refused = await place(server, customer, basket.order, transactionId);
    expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_PENDING']);
    server.clock.advance(30);
    expect(await turn()).toBe(0);
    answer(ask);
    server.clock.advance(30);
    expect(await turn()).toBe(1);
    expect((await place(server, customer, basket.order, transactionId)).status).toBe(200);
  });

  it('for one payment only: the others of the turn are asked about all the same', async () => {
    const [first, second] = [await open(), await open()];
    for (const { transactionId } of [first, second]) await providerDoes(server, transactionId, 'silent');
    answer((id) => (id === first.transactionId ? Promise.reject(new Error('500')) : ask(id)));
    server.clock.advance(30);
    expect(await turn()).toBe(1);
    expect((await rowOf(second.transactionId)).status).toBe('paid');
    expect((await rowOf(first.transactionId)).status).toBe('pending');
  });
});

it('a payment that cannot be settled stops no other, and is not given up', async () => {
  const [broken, sound] = [await open(), await open()];
  for (const { transactionId } of [broken, sound]) await providerDoes(server, transactionId, 'silent');
  const { draft } = await rowOf(broken.transactionId);
  const crooked = { ...draft!, quote: { ...draft!.quote, commission: 1 } };
  await server.db
    .update(payments)
    .set({ draft: crooked })
    .where(eq(payments.transactionId, broken.transactionId));
  server.clock.advance(DAY_S + 60);
  expect(await turn()).toBe(1);
  expect((await rowOf(sound.transactionId)).status).toBe('paid');
  expect((await rowOf(broken.transactionId)).status).toBe('pending');
});

it('a payment that is settled while its turn comes makes its order once', async () => {
  const [first, second] = [await open(), await open()];
  server.clock.advance(30);
  answer(async (id) => {
    if (id === first.transactionId) await report(server, reportOf(second));
    return ask(id);
  });
  await turn();
  expect(await rowOf(second.transactionId)).toMatchObject({ status: 'paid', nextCheckAt: null });
  expect(await made()).toHaveLength(1);
});

it('two turns at once ask about each payment once', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, open));
  server.clock.advance(30);
  await Promise.all([turn(), turn(), turn()]);
  expect([...asks].sort()).toEqual(opened.map(({ transactionId }) => transactionId).sort());
});

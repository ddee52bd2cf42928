import type { Account } from '@amasin/domain/benefits/journal.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { mendCounts } from '../database/count-queries.ts';
import { orderEvents } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  providerDoes,
  refundBehaves,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The test clock is at 10:00 UTC on 2026-11-20, a Friday.

let server: TestApp;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const read = async () => {
  const { status, body } = await server.call(admin, 'GET', '/stats/owner');
  expect(status).toBe(200);
  return body;
};
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);

it('returns zeros before the first order', async () => {
  const none = { orders: 0, revenue: 0, commission: 0, delivered: 0, onTime: 0 };
  expect(await read()).toEqual({
    late: 0,
    unfinished: { count: 0, amount: 0 },
    unread: 0,
    review: { count: 0, amount: 0 },
    failedMessages: 0,
    owed: { pharmacies: 0, couriers: 0, partners: 0, held: 0, platform: 0, insurers: 0 },
    commission: { waiting: 0, platform: 0, partners: 0, held: 0 },
    weeks: {
      current: { from: '2026-11-14', to: '2026-11-20', ...none },
      previous: { from: '2026-11-07', to: '2026-11-13', ...none },
    },
  });
});

describe('orders that need attention', () => {
  it('are late after the promised time; the list of orders shows the same ones', async () => {
    const supervisor = await server.signIn('supervisor');
    const build = (state: 'pending' | 'delivering' | 'delivered', minutes: number) =>
      buildOrder(server.db, { state, createdAt: minutesAgo(minutes) });
    await build('pending', 119);
    await build('delivered', 300);
    const late = [await build('delivering', 200), await build('pending', 121)];
    expect((await read()).late).toBe(2);
    for (const visitor of [admin, supervisor]) {
      const { body } = await server.call(visitor, 'GET', '/orders?late=true');
      const orders = late.map(({ number }) => ({ number }));
      expect(body).toMatchObject({ total: 2, work: { late: 2 }, orders });
    }
    const pharmacy = await server.signIn('pharmacy', { isPartner: true });
    await buildOrder(server.db, { pharmacyId: pharmacy.row.id });
    expect((await server.call(pharmacy, 'GET', '/orders?late=true')).body.total).toBe(1);
  });

  it('are unread an hour after a photograph was sent', async () => {
    const send = (minutes: number, given = {}) =>
      buildOrder(server.db, { state: 'pre-treatment', createdAt: minutesAgo(minutes), ...given });
    for (const minutes of [59, 61, 300]) await send(minutes, { items: [] });
    await send(300);
    expect((await read()).unread).toBe(2);
  });
});

describe('payments', () => {
  it('are unfinished when no attempt for a basket received money within a week', async () => {
    const { order } = await fillBasket(server);
    const customer = await server.signIn('customer');
    const open = (body: object = { order: elsewhere(order) }) =>
      openPayment(server, customer, body as { order: object });
    // Declined, tried again and paid: not lost.
    const retried = { order: elsewhere(order), basketId: 'basket-that-is-paid-in-the-end' };
    await providerDoes(server, (await open(retried)).transactionId, 'decline');
    await providerDoes(server, (await open(retried)).transactionId, 'approve');
    // Too old, and still going on.
    const old = await open();
    await server.db
      .update(payments)
      .set({ createdAt: minutesAgo(8 * 24 * 60) })
      .where(eq(payments.transactionId, old.transactionId));
    const lost = [await open(), await open()];
    await providerDoes(server, lost[0]!.transactionId, 'decline');
    expect((await read()).unfinished).toEqual({ count: 0, amount: 0 });
    server.clock.advance(16 * 60);
    await open();
    expect((await read()).unfinished).toEqual({ count: 2, amount: 2 * 4_825 });
  });

  it('are counted while under review', async () => {
    const { order } = await fillBasket(server);
    const opened = await openPayment(server, await server.signIn('customer'), { order: elsewhere(order) });
    await report(server, reportOf(opened, { amount: 100 }));
    expect((await read()).review).toEqual({ count: 1, amount: 4_825 });
  });

  it('are counted with refunds that failed and money without a payment, as in the list of orders', async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const before = (await read()).review;
    const refused = await openPayment(server, customer, { order: elsewhere(order) });
    await report(server, reportOf(refused, { amount: 4_500 }));
    await refundBehaves(server, refused.transactionId, 'decline');
    await server.call(admin, 'POST', `/payments/${refused.transactionId}/refund`);
    // The provider has not refused it yet.
    expect((await read()).review).toEqual(before);
    await sendRefunds(server.ctx);
    expect((await read()).review).toEqual({ count: before.count + 1, amount: before.amount + 4_500 });

    const twice = await openPayment(server, customer, { order: elsewhere(order) });
    await report(server, reportOf(twice));
    await report(server, reportOf(twice, { reference: 'REF-2', amount: 900 }));
    // Their worth in FCFA is unknown, or absurd.
    await report(server, reportOf(twice, { reference: 'REF-3', amount: 7, currency: 'EUR' }));
    await report(server, reportOf(twice, { reference: 'REF-4', amount: 2 ** 40 }));
    await report(server, reportOf(twice, { reference: 'REF-5', amount: null, currency: null }));
    const { review } = await read();
    expect(review).toEqual({ count: before.count + 5, amount: before.amount + 5_400 });
    const { work } = (await server.call(admin, 'GET', '/orders')).body;
    expect(work.review).toBe(review.count);
  });
});

it('owes what the ledger says', async () => {
  const verified = await buildUser(server.db, { type: 'partnerDoctor', verified: true });
  const unverified = await buildUser(server.db, { type: 'partnerDoctor', verified: false });
  const earnings = await prepareEarnings(server.db);
  await earnings.order(verified.id, 1_001);
  await earnings.order(unverified.id, 500);
  await earnings.order(null, 700, 'delivered');
  const { customerId } = await buildOrder(server.db);
  const card = await buildInsuranceCard(server.db, { ownerId: customerId });
  await buildOrder(server.db, { customerId, card });
  for (const [path, body] of [
    ['partner', { partners: [{ idPartner: verified.id, amount: 200 }] }],
    ['superadmin', { amount: 300 }],
  ] as const)
    expect((await server.call(admin, 'POST', `/benefics/pay/${path}`, body)).status).toBe(200);

  const { rows } = await server.pool.query<{ account: Account; sum: string }>(
    'select account, sum(amount_fcfa) from entries group by 1',
  );
  const ledger = new Map(rows.map(({ account, sum }) => [account, Number(sum)]));
  const { owed, commission } = await read();
  expect(owed.insurers).toBeGreaterThan(0);
  expect(owed).toEqual({
    pharmacies: -ledger.get('pharmacy')!,
    couriers: -ledger.get('courier')!,
    partners: 300,
    held: 250,
    platform: -ledger.get('platform')!,
    insurers: ledger.get('insurer'),
  });
  expect(-ledger.get('partner')!).toBe(550);

  // The whole commission of paid orders: what has not been shared yet, and the shares.
  expect(commission).toEqual({
    waiting: -ledger.get('commission')!,
    platform: owed.platform + 300,
    partners: 750,
    held: 250,
  });
  const { orders } = (await server.call(admin, 'GET', '/stats/dashboard')).body;
  expect(orders.commission).toBe(commission.waiting + commission.platform + commission.partners);
  expect((await server.call(admin, 'GET', '/benefics/superadmin')).body).toMatchObject({
    commission,
    total: commission.platform,
  });
});

it('compares the last seven days with the seven before, in Benin time', async () => {
  const before = (await read()).weeks;
  // 23:00 UTC is midnight in Benin.
  const at = ['2026-11-06T22:59:00Z', '2026-11-06T23:00:00Z', '2026-11-13T22:59:00Z', '2026-11-13T23:00:00Z'];
  const built = [];
  for (const createdAt of at)
    built.push(await buildOrder(server.db, { state: 'delivered', createdAt: new Date(createdAt) }));
  await buildOrder(server.db, { state: 'pre-treatment', createdAt: new Date(at[3]!) });
  // Delivered after 121 minutes instead of 62.
  const [, , slow] = built;
  await server.pool.query('alter table order_events disable trigger user');
  await server.db
    .update(orderEvents)
    .set({ at: new Date(slow!.createdAt.getTime() + 121 * 60_000) })
    .where(and(eq(orderEvents.action, 'mark-delivered'), eq(orderEvents.orderId, slow!.id)));
  await server.pool.query('alter table order_events enable trigger user');
  await mendCounts(server.db);

  const { current, previous } = (await read()).weeks;
  const { previous: last, current: now } = before;
  expect(previous).toMatchObject({
    orders: last.orders + 2,
    revenue: last.revenue + built[1]!.paid + built[2]!.paid,
    commission: last.commission + built[1]!.commission! + built[2]!.commission!,
    delivered: last.delivered + 2,
    onTime: last.onTime + 1,
  });
  const { orders, delivered, onTime } = now;
  expect(current).toMatchObject({ orders: orders + 1, delivered: delivered + 1, onTime: onTime + 1 });
});

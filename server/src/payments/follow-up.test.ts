import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payments } from '../database/schema/payments.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { place, providerDoes, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { followUpPayments } from './confirm.ts';
import { basket, open as openFor, ordersOf, paymentRow, server, startServer } from './payments.fixture.ts';

const DAY = 24 * 3600;

let customer: Visitor;
let requested: string[] = [];
let ask: PaymentProvider['ask'];

startServer({}, async () => {
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

function respond(how: PaymentProvider['ask']) {
  server.ctx.payments.ask = (id) => {
    requested.push(id);
    return how(id);
  };
}
const unreachable = () => Promise.reject(new Error('connect ETIMEDOUT'));
const open = async () => (await openFor(customer)).transactionId;
/** A payment that the provider has, and reports by no webhook. */
const openSilent = async () => {
  const transactionId = await open();
  await providerDoes(server, transactionId, 'silent');
  return transactionId;
};
const run = () => followUpPayments(server.ctx);
const runAfter = (seconds: number) => {
  server.clock.advance(seconds);
  return run();
};
const statusOf = async (transactionId: string) => (await paymentRow(transactionId)).status;
const countOrders = async () => (await ordersOf(customer)).length;

describe('the repeated job', () => {
  it('creates the order of an unreported payment once', async () => {
    const transactionId = await openSilent();
    expect([await runAfter(29), await runAfter(1), await countOrders()]).toEqual([0, 1, 1]);
    expect([await runAfter(3600), requested]).toEqual([0, [transactionId]]);
  });

  it('requests the status 30 s, 1, 2, 5, 10 and 30 min after the opening, then every hour', async () => {
    const transactionId = await open();
    const started = server.clock.now().getTime();
    const checkedAt: number[] = [];
    while (checkedAt.length < 12) {
      const due = (await paymentRow(transactionId)).nextCheckAt!.getTime();
      await runAfter((due - server.clock.now().getTime()) / 1000 - 1);
      expect(requested).toHaveLength(checkedAt.length);
      await runAfter(1);
      checkedAt.push((server.clock.now().getTime() - started) / 1000);
      expect(requested).toHaveLength(checkedAt.length);
    }
    const hourly = [1, 2, 3, 4, 5, 6].map((hours) => 1800 + hours * 3600);
    expect(checkedAt).toEqual([30, 60, 120, 300, 600, 1800, ...hourly]);
  });

  it('expires a payment after a day; a later confirmation still creates the order', async () => {
    const opened = await openFor(customer);
    await runAfter(DAY - 60);
    expect(await statusOf(opened.transactionId)).toBe('pending');
    await runAfter(3600);
    expect([await statusOf(opened.transactionId), await countOrders()]).toEqual(['expired', 0]);
    expect((await report(server, reportOf(opened))).status).toBe(200);
    expect([await statusOf(opened.transactionId), await countOrders()]).toEqual(['paid', 1]);
  });

  it('does not expire a payment that the provider confirms in the last check', async () => {
    const transactionId = await openSilent();
    expect([await runAfter(3 * DAY), await statusOf(transactionId)]).toEqual([1, 'paid']);
  });

  it('does not expire a payment while the provider is unreachable', async () => {
    const transactionId = await openSilent();
    respond(unreachable);
    expect([await runAfter(3 * DAY), await statusOf(transactionId)]).toEqual([0, 'pending']);
    respond(ask);
    expect(await runAfter(3600)).toBe(1);
  });

  it('continues until no payment is due, so that abandoned payments do not delay a paid one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 31; n += 1) ids.push(await open());
    ids.push(await openSilent());
    expect(await runAfter(30)).toBe(1);
    expect([...requested].sort()).toEqual([...ids].sort());
  });

  it('finds a payment that was declined first and then paid without a webhook', async () => {
    const transactionId = await open();
    await providerDoes(server, transactionId, 'decline');
    expect(await statusOf(transactionId)).toBe('failed');
    await providerDoes(server, transactionId, 'silent');
    expect([await runAfter(60), await countOrders()]).toEqual([1, 1]);
  });

  it('checks a declined payment for two hours, and an expired one daily for a week', async () => {
    const [refused, abandoned] = [await open(), await open()];
    await providerDoes(server, refused, 'decline');
    for (let minutes = 0; minutes < 5 * 60; minutes += 20) await runAfter(20 * 60);
    expect((await paymentRow(refused)).nextCheckAt).toBeNull();
    await runAfter(DAY);
    expect(await statusOf(abandoned)).toBe('expired');
    requested = [];
    for (let day = 0; day < 12; day += 1) await runAfter(DAY);
    expect(requested).toEqual(Array(requested.length).fill(abandoned));
    expect(requested.length).toBeGreaterThanOrEqual(5);
    expect(requested.length).toBeLessThanOrEqual(7);
    expect((await paymentRow(abandoned)).nextCheckAt).toBeNull();
  });

  it('finds later what POST /orders answered with 402 while the provider was unreachable', async () => {
    const transactionId = await openSilent();
    respond(unreachable);
    const refused = await place(server, customer, basket.order, transactionId);
    expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_PENDING']);
    expect(await runAfter(30)).toBe(0);
    respond(ask);
    expect(await runAfter(30)).toBe(1);
    expect((await place(server, customer, basket.order, transactionId)).status).toBe(200);
  });

  it('goes on with the others when the provider fails for one payment', async () => {
    const [first, second] = [await openSilent(), await openSilent()];
    respond((id) => (id === first ? unreachable() : ask(id)));
    expect(await runAfter(30)).toBe(1);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'paid']);
  });

  it('goes on with the others when a payment cannot be settled, which does not expire', async () => {
    const [broken, sound] = [await openSilent(), await openSilent()];
    const { draft } = await paymentRow(broken);
    const invalid = { ...draft!, quote: { ...draft!.quote, commission: 1 } };
    await server.db.update(payments).set({ draft: invalid }).where(eq(payments.transactionId, broken));
    expect(await runAfter(DAY + 60)).toBe(1);
    expect([await statusOf(broken), await statusOf(sound)]).toEqual(['pending', 'paid']);
  });

  it('creates one order for a payment that the webhook settles during the run', async () => {
    const first = await open();
    const second = await openFor(customer);
    respond(async (id) => {
      if (id === first) await report(server, reportOf(second));
      return ask(id);
    });
    await runAfter(30);
    expect(await paymentRow(second.transactionId)).toMatchObject({ status: 'paid', nextCheckAt: null });
    expect(await countOrders()).toBe(1);
  });

  it('requests each payment once in concurrent runs', async () => {
    const ids = await Promise.all(times(5, open));
    server.clock.advance(30);
    await Promise.all([run(), run(), run()]);
    expect([...requested].sort()).toEqual([...ids].sort());
  });
});

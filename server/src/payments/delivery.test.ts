import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { users } from '../database/schema/users.ts';
import type { Purchases } from '../ports/purchases.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { settlePayment } from './settle.ts';

let server: TestApp;
let customer: Visitor;
let opened: { transactionId: string; amount: number };

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  opened = await openPayment(server, customer, { order });
});

/** Settles the payment in full; `deliver` delivers the purchase. */
const settle = async (deliver: Purchases['deliver']) => {
  const reference = `SBX-${opened.transactionId}`;
  const status = { report: 'paid' as const, amount: opened.amount, currency: 'XOF', reference };
  const ctx = { ...server.ctx, purchases: { ...server.ctx.purchases, deliver } };
  return settlePayment(ctx, await rowNow(), status, `event of ${opened.transactionId}`);
};
const rename = (name: string): Purchases['deliver'] => {
  return async (_jobs, tx) => {
    await tx.update(users).set({ name }).where(eq(users.id, customer.row.id));
    return { reviewReason: 'order-changed' };
  };
};
const nameNow = async () =>
  (await server.db.select().from(users).where(eq(users.id, customer.row.id)))[0]!.name;
const { transactionId } = payments;
const rowNow = async () =>
  (await server.db.select().from(payments).where(eq(transactionId, opened.transactionId)))[0]!;

describe('the purchase is delivered by the port in the transaction that settles the payment', () => {
  it('passes the stored purchase and the time to the port', async () => {
    const calls: unknown[] = [];
    await settle(async (_jobs, _tx, payment, now) => {
      calls.push(payment.draft?.quote.total, payment.orderId, payment.customerId, now);
      return { reviewReason: 'order-changed' };
    });
    expect(calls).toEqual([opened.amount, null, customer.row.id, server.clock.now()]);
  });

  it('puts the payment under review with the reason that the port returns, and commits its writes', async () => {
    const settled = await settle(rename('Renommée'));
    expect(settled).toMatchObject({ delivered: false, payment: { status: 'review', orderId: null } });
    expect(await rowNow()).toMatchObject({ status: 'review', reviewReason: 'order-changed' });
    expect(await nameNow()).toBe('Renommée');
  });

  it('rolls back when the port throws; the same report settles the payment later', async () => {
    const before = await nameNow();
    const failing: Purchases['deliver'] = async (...purchase) => {
      await rename('Renommée')(...purchase);
      throw new Error('no delivery');
    };
    await expect(settle(failing)).rejects.toThrow('no delivery');
    expect(await nameNow()).toBe(before);
    expect(await rowNow()).toMatchObject({ status: 'pending', orderId: null });
    const events = server.db.select().from(paymentEvents);
    expect(await events.where(eq(paymentEvents.transactionId, opened.transactionId))).toEqual([]);
    expect(await settle(server.ctx.purchases.deliver)).toMatchObject({
      delivered: true,
      payment: { status: 'paid', orderId: expect.any(String) },
    });
  });
});

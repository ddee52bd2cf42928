import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, fillBasket, openPayment, placePaidOrder, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

async function cancel(id: string) {
  await server.call(customer, 'POST', `/orders/${id}/cancel-request`, { reason: 'mistake' });
  const path = `/orders/${id}/cancel-request/decision`;
  expect((await server.call(supervisor, 'POST', path, { declined: null })).status).toBe(200);
}

describe('money that arrives after it was cancelled', () => {
  it('of the same basket is put aside: she does not want it any more', async () => {
    const { order } = await fillBasket(server);
    const body = { order: elsewhere(order), basketId: `basket of ${customer.row.id}` };
    const late = await openPayment(server, customer, body);
    server.clock.advance(16 * 60);
    const opened = await openPayment(server, customer, body);
    expect(opened.transactionId).not.toBe(late.transactionId);
    await report(server, reportOf(opened));
    const [paid] = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
    await cancel(paid!.id);
    await report(server, reportOf(late));
    const [row] = await server.db
      .select()
      .from(payments)
      .where(and(eq(payments.transactionId, late.transactionId)));
    expect(row).toMatchObject({ status: 'review', reviewReason: 'order-changed' });
    // Once that is settled, she may buy the same again.
    await server.call(supervisor, 'POST', `/payments/${late.transactionId}/refund`);
    await sendRefunds(server.ctx);
    server.clock.advance(1);
    const again = await openPayment(server, customer, body);
    await report(server, reportOf(again));
    const { body: read } = await server.call(customer, 'GET', `/payments/${again.transactionId}`);
    expect(read.payment.status).toBe('paid');
  });

  it('as a second debit of its payment is kept, and paid back once', async () => {
    const order = await placePaidOrder(server, customer);
    await cancel(order._id);
    const { transactionId, totalAmount: amount } = order;
    await report(server, reportOf({ transactionId, amount }, { reference: 'SECOND' }));
    await report(server, reportOf({ transactionId, amount }, { reference: 'SECOND' }));
    const { debits } = (await server.call(supervisor, 'GET', '/payments/review')).body;
    const mine = debits.filter((one: { transactionId: string }) => one.transactionId === transactionId);
    expect(mine).toMatchObject([
      { reference: 'SECOND', received: { amount }, order: { number: order.number }, canRefund: true },
    ]);
    const refund = () => server.call(supervisor, 'POST', `/debits/${mine[0]._id}/refund`);
    expect([(await refund()).status, (await refund()).status]).toEqual([204, 204]);
    await sendRefunds(server.ctx);
    const paidBack = await server.db
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.transactionId, transactionId))
      .orderBy(asc(sandboxRefunds.refundId));
    expect(paidBack.map(({ amount, reference }) => [amount, reference])).toEqual([
      [amount, `SBX-${transactionId}`],
      [amount, 'SECOND'],
    ]);
  });
});

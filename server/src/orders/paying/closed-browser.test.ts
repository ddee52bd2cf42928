import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journals } from '../../database/schema/ledger.ts';
import { orders } from '../../database/schema/orders.ts';
import { followUpPayments } from '../../payments/follow-up-payments.ts';
import type { Behaviour } from '../../payments/sandbox/behave.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { noticesOf } from '../../testing/notices.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes, readPayment } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';

// The customer closes the browser at each step of paying (issue 2, « What must be shown » 4): one order or none, never a
// lost payment. « Later » is everything that happens without them: the provider's calls and the repeated job.

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectWhole(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const open = () => openPayment(server, customer, { order: basket.order });
const made = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));

async function later() {
  for (let turn = 0; turn < 3; turn += 1) {
    server.clock.advance(120);
    await followUpPayments(server.ctx);
  }
}

/** Exactly one order, told of once and booked once; the customer finds it when they are back. */
async function expectOneOrder(transactionId: string) {
  const found = await made();
  expect(found).toHaveLength(1);
  const [order] = found as [(typeof found)[0]];
  const booked = await server.db.select().from(journals).where(eq(journals.orderId, order.id));
  expect(booked).toHaveLength(1);
  expect(await noticesOf(server, order.number, { customer, supervisor })).toEqual([
    ['customer', 'Paiement reçu'],
    ['supervisor', 'Nouvelle commande'],
  ]);
  const { body } = await server.call(customer, 'GET', '/orders');
  expect(body.orders.map(({ _id, transactionId: paidBy }: Record<string, string>) => [_id, paidBy])).toEqual([
    [order.id, transactionId],
  ]);
  expect(await readPayment(server, customer, transactionId)).toMatchObject({
    status: 'paid',
    orderId: order.id,
  });
  expect(await place(server, customer, basket.order, transactionId)).toMatchObject({
    status: 200,
    body: { order: { _id: order.id } },
  });
  expect(await made()).toHaveLength(1);
}

describe('the browser is closed', () => {
  it('after POST /payments, nothing paid: no order, now and later', async () => {
    const { transactionId } = await open();
    await later();
    expect(await made()).toEqual([]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('pending');
  });

  it('before the answer of POST /payments is read: no order; a second try is paid and makes one', async () => {
    await open();
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'approve');
    await later();
    await expectOneOrder(transactionId);
  });

  it.each<[string, Behaviour]>([
    ['after approving, before the provider has told anybody', 'silent'],
    ['after approving, once our webhook was called', 'approve'],
    ['after approving, our webhook being called twice', 'approve-twice'],
  ])('%s', async (_step, behaviour) => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, behaviour);
    await later();
    await expectOneOrder(transactionId);
  });

  it('after declining: no order', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'decline');
    await later();
    expect(await made()).toEqual([]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('failed');
  });

  it('after the portal’s message, while GET /payments asks', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    void readPayment(server, customer, transactionId);
    await later();
    await expectOneOrder(transactionId);
  });

  it('after POST /orders, without reading its answer', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    const unread = place(server, customer, basket.order, transactionId);
    await later();
    await unread;
    await expectOneOrder(transactionId);
  });

  it('and the person switched off meanwhile: what is paid is still an order', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    await server.pool.query('update users set active = false where id = $1', [customer.row.id]);
    await later();
    expect(await made()).toHaveLength(1);
    await server.pool.query('update users set active = true where id = $1', [customer.row.id]);
    await expectOneOrder(transactionId);
  });
});

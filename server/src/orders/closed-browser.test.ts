import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { sandboxRefunds, sandboxTransactions } from '../database/schema/sandbox-pay.ts';
import { followUpPayments } from '../payments/confirm.ts';
import type { Behaviour } from '../payments/providers/sandbox.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes, readPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The customer closes the browser at each step of paying: one order or none, and no payment is lost.

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
  await expectInvariants(server.db);
  await server.close();
});
afterEach(() => expectSameMoney());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const open = () => openPayment(server, customer, { order: basket.order });
const findOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));

/** Runs the recurring job three times, two minutes apart. */
async function followUp() {
  for (let turn = 0; turn < 3; turn += 1) {
    server.clock.advance(120);
    await followUpPayments(server.ctx);
  }
}

/** The ledger sums to zero, and its money at the provider is what the provider's own book has. */
async function expectSameMoney() {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const paid = await server.db
    .select()
    .from(sandboxTransactions)
    .where(eq(sandboxTransactions.status, 'paid'));
  const back = await server.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.status, 'done'));
  const held =
    sum(paid.map(({ amount, paidAmount }) => paidAmount ?? amount)) - sum(back.map(({ amount }) => amount));
  const rows = await server.db.select().from(entries);
  expect(sum(rows.map(({ amount }) => amount))).toBe(0);
  const atProvider = rows.filter(({ account }) => account === 'customer' || account === 'bank');
  expect(sum(atProvider.map(({ amount }) => amount))).toBe(held);
}

/** Exactly one order, with one notification each and one journal, in the customer's list. */
async function expectOneOrder(transactionId: string) {
  const found = await findOrders();
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
  expect(await findOrders()).toHaveLength(1);
}

describe('the browser is closed', () => {
  it('after POST /payments, unpaid: no order', async () => {
    const { transactionId } = await open();
    await followUp();
    expect(await findOrders()).toEqual([]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('pending');
  });

  it('before the response of POST /payments: no order; a second attempt that is paid makes one', async () => {
    await open();
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'approve');
    await followUp();
    await expectOneOrder(transactionId);
  });

  it.each<[string, Behaviour]>([
    ['after approving, without a webhook', 'silent'],
    ['after approving, with one webhook', 'approve'],
    ['after approving, with two webhooks', 'approve-twice'],
  ])('%s', async (_step, behaviour) => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, behaviour);
    await followUp();
    await expectOneOrder(transactionId);
  });

  it('after declining: no order', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'decline');
    await followUp();
    expect(await findOrders()).toEqual([]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('failed');
  });

  it('after the portal’s message, during GET /payments', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    void readPayment(server, customer, transactionId);
    await followUp();
    await expectOneOrder(transactionId);
  });

  it('during POST /orders', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    const unread = place(server, customer, basket.order, transactionId);
    await followUp();
    await unread;
    await expectOneOrder(transactionId);
  });

  it('and the account is disabled: a paid payment still makes an order', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    await server.pool.query('update users set active = false where id = $1', [customer.row.id]);
    await followUp();
    expect(await findOrders()).toHaveLength(1);
    await server.pool.query('update users set active = true where id = $1', [customer.row.id]);
    await expectOneOrder(transactionId);
  });

  it('and the money of the provider is compared with ours, which reports a difference', async () => {
    const { transactionId } = await open();
    await providerDoes(server, transactionId, 'silent');
    await expect(expectSameMoney()).rejects.toThrow();
    await followUp();
    await expectSameMoney();
  });
});

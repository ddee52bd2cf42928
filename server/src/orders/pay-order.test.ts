import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const NOT_PAID =
  'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.';

let server: TestApp;
let customer: Visitor;
let agent: Visitor;
let supervisor: Visitor;
let order: OrderRow;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  order = await buildUnpaid();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const buildUnpaid = (customerId = customer.row.id) =>
  buildOrder(server.db, { state: 'pre-treatment', customerId, itemsWrittenById: agent.row.id });
const put = (body: object, id = order.id, visitor = customer) =>
  server.call(visitor, 'PUT', `/orders/${id}`, body);
const rowOf = async (id = order.id) => (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;
async function pay(behaviour: 'silent' | 'approve' | 'decline' | 'wrong-amount' = 'silent') {
  const { transactionId } = await openPayment(server, customer, { orderId: order.id });
  await providerDoes(server, transactionId, behaviour);
  return transactionId;
}

describe('paying an order', () => {
  it('moves it to pending, with an event and notifications', async () => {
    const transactionId = await pay();
    const { status, body } = await put({ transactionId, state: 'pending', finalAmount: order.total });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      state: 'pending',
      totalAmount: order.total,
      finalAmount: order.total,
      transactionId,
      allowedActions: ['ask-cancel'],
    });
    const { timeline } = (await server.call(customer, 'GET', `/orders/${order.id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({
      actor: { name: customer.row.name, type: 'customer' },
      action: 'pay',
      from: 'pre-treatment',
      to: 'pending',
    });
    expect(await noticesOf(server, order.number, { customer, supervisor, agent })).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Commande payée'],
    ]);
  });

  it('again, by PUT or PATCH, returns 200 unchanged', async () => {
    const transactionId = await pay('approve');
    const first = await put({ transactionId });
    const again = [
      await put({ transactionId, state: 'pending', finalAmount: order.total }),
      await put({}),
      await server.call(customer, 'PATCH', `/orders/${order.id}/status`, { state: 'pending' }),
    ];
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
    expect(await noticesOf(server, order.number, { customer, supervisor })).toHaveLength(2);
  });

  it('does not require a transaction in the body', async () => {
    await pay('decline');
    await pay();
    const byPatch = await server.call(customer, 'PATCH', `/orders/${order.id}/status`, { status: 'pending' });
    expect([byPatch.status, byPatch.body.order.state]).toEqual([200, 'pending']);
  });
});

describe('without a confirmed payment: 402, the order is unchanged', () => {
  it('for any state or amount in the body', async () => {
    for (const body of [{}, { state: 'pending' }, { state: 'pending', finalAmount: order.total }]) {
      expect(await put(body)).toMatchObject({ status: 402, body: { message: NOT_PAID } });
    }
    expect(await rowOf()).toEqual(order);
  });

  it('for an unknown, a pending, a declined, a wrong-amount and another customer’s payment', async () => {
    const { transactionId: open } = await openPayment(server, customer, { orderId: order.id });
    const stranger = await server.signIn('customer');
    const theirs = await buildUnpaid(stranger.row.id);
    const foreign = await openPayment(server, stranger, { orderId: theirs.id });
    await providerDoes(server, foreign.transactionId, 'approve');
    const ids = ['TX-invented', open, await pay('decline'), await pay('wrong-amount'), foreign.transactionId];
    for (const transactionId of ids) {
      const { status, body } = await put({ transactionId, state: 'pending' });
      expect([transactionId, status, body.message]).toEqual([transactionId, 402, NOT_PAID]);
    }
    expect(await rowOf()).toEqual(order);
  });
});

describe('refusals', () => {
  it('returns 409 for the payment of the customer’s other order', async () => {
    const transactionId = await pay('approve');
    const other = await buildUnpaid();
    const { status, body } = await put({ transactionId }, other.id);
    expect([status, body.message]).toEqual([409, 'Ce paiement a déjà été utilisé']);
    expect(await rowOf(other.id)).toEqual(other);
  });

  it('returns 409 with the amount due for another amount', async () => {
    const transactionId = await pay();
    const { status, body } = await put({ transactionId, finalAmount: 1 });
    expect([status, body.code, body.quote.total]).toEqual([409, 'AMOUNT_CHANGED', order.total]);
    expect((await rowOf()).state).toBe('pre-treatment');
  });

  it('returns 409 for another state and for an order that has moved on', async () => {
    const transactionId = await pay();
    const delivered = await put({ transactionId, state: 'delivered' });
    expect(delivered.body.message).toBe('Action impossible : la commande est déjà « En préparation »');
    const delivering = await buildOrder(server.db, { state: 'delivering', customerId: customer.row.id });
    expect((await put({}, delivering.id)).body.message).toBe(
      'Action impossible : la commande est déjà « En livraison »',
    );
  });

  it('returns 404 for another customer’s order', async () => {
    const transactionId = await pay('approve');
    const stranger = await server.signIn('customer');
    expect((await put({ transactionId }, order.id, stranger)).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// A form with alternatives sends null for those that are not used.
let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const unread = () =>
  buildOrder(server.db, { state: 'pre-treatment', items: [], customerId: customer.row.id });
const waiting = () =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: supervisor.row.id,
  });

describe('PATCH /orders/{id}/assign', () => {
  const assign = (id: string, body: object) =>
    server.call(supervisor, 'PATCH', `/orders/${id}/assign`, { replaces: null, ...body });

  it('assigns the user of the one field that is not null', async () => {
    const paid = await buildOrder(server.db, { customerId: customer.row.id });
    const pharmacy = (await server.signIn('pharmacy')).row.id;
    const deliveryPerson = (await server.signIn('deliveryPerson')).row.id;
    const agent = (await server.signIn('agent')).row.id;
    const responses = [
      await assign(paid.id, { pharmacy, deliveryPerson: null, agent: null }),
      await assign(paid.id, { pharmacy: null, deliveryPerson, agent: null }),
      await assign((await unread()).id, { pharmacy: null, deliveryPerson: null, agent }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, second, third] = responses.map(({ body }) => body.order);
    expect(first).toMatchObject({ pharmacy: { _id: pharmacy }, deliveryPerson: null, agent: null });
    expect(second).toMatchObject({ pharmacy: { _id: pharmacy }, deliveryPerson: { _id: deliveryPerson } });
    expect(third).toMatchObject({ pharmacy: null, deliveryPerson: null, agent: { _id: agent } });
  });
});

describe('PUT /orders/{id}', () => {
  it('pays when prescription, state and finalAmount are null', async () => {
    const order = await waiting();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    await providerDoes(server, transactionId, 'silent');
    const body = { transactionId, prescription: null, state: null, finalAmount: null };
    expect(await server.call(customer, 'PUT', `/orders/${order.id}`, body)).toMatchObject({
      status: 200,
      body: { order: { state: 'pending', transactionId } },
    });
  });

  it('writes a prescription when transactionId, state and finalAmount are null', async () => {
    const items = [{ medicationId: basket.medication.id, label: null, form: null, quantity: 3 }];
    const { status, body } = await server.call(supervisor, 'PUT', `/orders/${(await unread()).id}`, {
      transactionId: null,
      state: null,
      finalAmount: null,
      prescription: { type: 'numerical', items },
    });
    expect([status, body.order?.medicinesAmount]).toEqual([200, 3750]);
  });
});

describe('POST /payments', () => {
  it('opens a payment for a draft when orderId is null', async () => {
    expect(
      await server.call(customer, 'POST', '/payments', { order: basket.order, orderId: null }),
    ).toMatchObject({ status: 201, body: { amount: 4825 } });
  });

  it('opens a payment for an order when the draft is null', async () => {
    const { id, total } = await waiting();
    expect(await server.call(customer, 'POST', '/payments', { orderId: id, order: null })).toMatchObject({
      status: 201,
      body: { amount: total },
    });
  });
});

describe('a draft', () => {
  it.each(['medicationId', 'label'] as const)(
    'is paid and placed when its lines have only a %s and null elsewhere',
    async (key) => {
      const named = { medicationId: basket.medication.id, label: basket.medication.label }[key];
      const nulls = { medicationId: null, label: null, form: null, price: null };
      const items = [{ ...nulls, [key]: named, quantity: 3 }];
      const order = {
        ...elsewhere(basket.order),
        prescription: { type: 'numerical', items, prescriptionNumber: null },
        insuranceCard: null,
        finalAmount: null,
      };
      const { transactionId, amount } = await openPayment(server, customer, { order });
      expect(amount).toBe(4825);
      await providerDoes(server, transactionId, 'silent');
      expect(await place(server, customer, order, transactionId)).toMatchObject({
        status: 201,
        body: { order: { totalAmount: 4825, itemsCount: 1 } },
      });
    },
  );
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderItems, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, fillBasket, openPayment, place, placePaidOrder, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let colleague: Visitor;
let admin: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  colleague = await server.signIn('supervisor');
  admin = await server.signIn('superAdmin');
  await server.signIn('supervisor', { active: false });
  for (const type of ['pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor'] as const) {
    await server.signIn(type);
  }
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
});

const post = (body: object, visitor = customer) => server.call(visitor, 'POST', '/orders', body);
const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));

describe('an order without prescription', () => {
  it('is paid, created, recorded in the ledger and notified', async () => {
    const opened = await server.call(customer, 'POST', '/payments', { order: basket.order });
    expect(opened.status).toBe(201);
    const { transactionId } = opened.body;
    expect(opened.body).toEqual({
      transactionId: expect.stringMatching(/^TX-[0-9a-f]{30}$/),
      amount: 4825,
      portal: {
        url: '/sandbox-pay',
        token: expect.stringMatching(/^[\w-]{32}$/),
        clientId: expect.any(String),
        productId: expect.any(String),
        message: 'Commande de médicaments Amasin',
        minAmount: 4825,
      },
    });
    expect(await ordersOf(customer)).toEqual([]);

    expect(await providerDoes(server, transactionId, 'approve')).toBe('paid');
    const response = await place(server, customer, { ...basket.order, finalAmount: 4825 }, transactionId);
    expect(response.status).toBe(200);
    const { order } = response.body;
    expect(order).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^CMD-\d{6,}$/),
      date: server.clock.now().toISOString(),
      paidAt: server.clock.now().toISOString(),
      promisedAt: new Date(server.clock.now().getTime() + 7_200_000).toISOString(),
      expectedAt: new Date(server.clock.now().getTime() + 7_200_000).toISOString(),
      state: 'pending',
      readyAt: null,
      cancelReason: null,
      cancelRequest: null,
      refund: null,
      customer: { _id: customer.row.id, name: customer.row.name, phone: customer.row.phone },
      pharmacy: null,
      deliveryPerson: null,
      agent: null,
      deliveryZone: basket.zone.label,
      deliveryTown: basket.zone.town,
      deliveryAddress: basket.order.deliveryAddress,
      prescription: {
        _id: null,
        type: 'numerical',
        prescriptionNumber: null,
        items: [
          {
            medicationId: basket.medication.id,
            label: basket.medication.label,
            form: 'tablet',
            quantity: 3,
            price: 1250,
          },
        ],
        prescriptorName: null,
        verified: true,
      },
      prescriptionUrl: null,
      photoProblem: null,
      insuranceCard: null,
      itemsCount: 1,
      medicinesAmount: 3750,
      deliveryFee: 700,
      commission: 375,
      leftOut: [],
      insuranceReduction: 0,
      totalAmount: 4825,
      finalAmount: 4825,
      transactionId,
      allowedActions: ['ask-cancel'],
    });
    expect((await server.call(customer, 'GET', `/orders/${order._id}`)).body).toEqual({ order });

    const [row] = await ordersOf(customer);
    const [payment] = await server.db.select().from(payments).where(eq(payments.orderId, order._id));
    expect(row).toMatchObject({ paymentId: payment!.id, paid: 4825, pharmacyId: null });
    expect(payment).toMatchObject({
      status: 'paid',
      amount: 4825,
      providerReference: `SBX-${transactionId}`,
      nextCheckAt: null,
    });
    const items = await server.db.select().from(orderItems).where(eq(orderItems.orderId, order._id));
    expect(items).toMatchObject([{ position: 0, quantity: 3, price: 1250 }]);

    const ledger = await server.db
      .select({ kind: journals.kind, account: entries.account, amount: entries.amount })
      .from(entries)
      .innerJoin(journals, eq(journals.id, entries.journalId))
      .where(eq(journals.orderId, order._id))
      .orderBy(entries.id);
    expect(ledger).toEqual([
      { kind: 'payment', account: 'customer', amount: 4825 },
      { kind: 'payment', account: 'pharmacy', amount: -3750 },
      { kind: 'payment', account: 'courier', amount: -700 },
      { kind: 'payment', account: 'commission', amount: -375 },
    ]);

    expect((await server.call(customer, 'GET', `/orders/${order._id}/timeline`)).body).toEqual({
      timeline: [
        {
          at: server.clock.now().toISOString(),
          actor: { name: customer.row.name, type: 'customer' },
          action: 'create',
          from: null,
          to: 'pending',
          reason: null,
        },
      ],
      total: 1,
    });
    expect(await noticesOf(server, order.number, { customer, supervisor, colleague })).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Nouvelle commande'],
      ['colleague', 'Nouvelle commande'],
    ]);
  });

  it('returns 201 to the request that creates the order, and the same body with 200 to every other', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, transactionId, 'silent');
    const first = await place(server, customer, basket.order, transactionId);
    expect(first.status).toBe(201);
    for (const _ of [1, 2]) {
      const again = await place(server, customer, basket.order, transactionId);
      expect(again).toMatchObject({ status: 200, body: first.body });
    }
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('accepts a medicine’s id in capitals', async () => {
    const items = [{ medicationId: basket.medication.id.toUpperCase(), quantity: 3 }];
    const order = { ...basket.order, prescription: { type: 'numerical', items } };
    const { transactionId } = await openPayment(server, customer, { order });
    await providerDoes(server, transactionId, 'silent');
    expect((await place(server, customer, order, transactionId)).status).toBe(201);
  });

  it('uses the frozen draft, not the body', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, transactionId, 'approve');
    const edited = { ...basket.order, deliveryAddress: 'Ailleurs', state: 'ended', number: 'CMD-1' };
    const { body } = await place(server, customer, edited, transactionId);
    expect(body.order).toMatchObject({
      state: 'pending',
      deliveryAddress: basket.order.deliveryAddress,
      number: expect.stringMatching(/^CMD-\d{6,}$/),
    });
  });

  it('numbers orders in sequence', async () => {
    const one = await placePaidOrder(server, customer);
    const two = await placePaidOrder(server, customer);
    expect(Number(two.number.slice(4))).toBeGreaterThan(Number(one.number.slice(4)));
  });
});

it('only customers may order', async () => {
  for (const visitor of [supervisor, admin]) {
    expect((await post(basket.order, visitor)).status).toBe(403);
    expect((await server.call(visitor, 'POST', '/payments', { order: basket.order })).status).toBe(403);
  }
});

import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  buildUnpaid,
  buildUnread,
  orderRow,
  payFor,
  paymentsOf,
  payOrder,
  readTimeline,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';

let customer: Visitor;
let agent: Visitor;
let supervisor: Visitor;
let basket: Basket;

startServer({}, async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});

describe('opening the payment of a draft', () => {
  it('freezes the whole draft with its amount (rule 13), and returns the public fields of the portal (rule 16)', async () => {
    const { body } = await payFor(customer, basket.order, { orderId: null });
    expect(Object.keys(body.portal).sort()).toEqual([
      'clientId',
      'message',
      'minAmount',
      'productId',
      'token',
      'url',
    ]);
    const { zone, medication } = basket;
    expect(await paymentsOf(customer)).toMatchObject([
      {
        transactionId: body.transactionId,
        provider: 'sandbox',
        status: 'pending',
        amount: 4825,
        orderId: null,
        settledAt: null,
        nextCheckAt: new Date(server.clock.now().getTime() + 30_000),
      },
    ]);
    const bought = { medicationId: medication.id, label: medication.label, quantity: 3, price: 1250 };
    expect((await paymentsOf(customer))[0]!.draft).toEqual({
      items: [{ ...bought, posology: null, duration: null }],
      zone: { _id: zone.id, label: zone.label },
      address: basket.order.deliveryAddress,
      insuranceCard: null,
      leftOut: [],
      prescription: null,
      wishedPharmacy: null,
      quote: { medicines: 3750, deliveryFee: 700, commission: 375, reduction: 0, total: 4825 },
    });
  });

  it('returns 422 unless the body has either a draft or an order id', async () => {
    for (const body of [undefined, {}, { order: basket.order, orderId: v7() }, { orderId: 'x' }])
      expect((await server.call(customer, 'POST', '/payments', body)).status).toBe(422);
  });

  /** The provider fails to open a portal: at once, or after it has opened it and `meanwhile` ran. */
  const openInVain = async (meanwhile?: (transactionId: string) => Promise<unknown>) => {
    const { openPortal } = server.ctx.payments;
    server.ctx.payments.openPortal = async (request) => {
      if (meanwhile !== undefined) {
        await openPortal(request);
        await meanwhile(request.transactionId);
      }
      throw new Error('socket hang up');
    };
    try {
      const { status, body } = await payFor(customer, basket.order);
      const message = 'Payment service error';
      expect([status, body]).toEqual([503, { success: false, code: 'PAYMENT_SERVICE_ERROR', message }]);
    } finally {
      server.ctx.payments.openPortal = openPortal;
    }
    return (await paymentsOf(customer))[0]!;
  };

  it('returns 503 when the provider is unreachable; the payment fails and is checked later', async () => {
    const nextCheckAt = new Date(server.clock.now().getTime() + 30_000);
    expect(await openInVain()).toMatchObject({ status: 'failed', nextCheckAt, orderId: null });
  });

  it('settles a payment that was approved before the provider’s answer was lost', async () => {
    const row = await openInVain((id) => providerDoes(server, id, 'approve'));
    expect(row).toMatchObject({ status: 'paid', orderId: expect.any(String), nextCheckAt: null });
  });

  it('settles it in the recurring job when no webhook was received', async () => {
    const { transactionId, status } = await openInVain((id) => providerDoes(server, id, 'silent'));
    expect(status).toBe('failed');
    server.clock.advance(30);
    expect(await followUpPayments(server.ctx)).toBe(1);
    expect(await paymentsOf(customer)).toMatchObject([{ transactionId, status: 'paid' }]);
  });
});

describe('opening the payment of an existing order', () => {
  it('uses the order’s total', async () => {
    const { id, number, total } = await buildUnpaid(customer, agent);
    const { status, body } = await payOrder(customer, id, { order: null });
    expect([status, body]).toMatchObject([201, { amount: total, portal: { message: `Commande ${number}` } }]);
    expect(await paymentsOf(customer)).toMatchObject([{ orderId: id, draft: null, amount: total }]);
  });

  it('returns the same 404 for another customer’s order and for an unknown one', async () => {
    const foreign = await buildUnpaid(await server.signIn('customer'), agent);
    const missing = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
    for (const orderId of [foreign.id, v7()])
      expect(await payOrder(customer, orderId)).toMatchObject({ status: 404, body: missing });
  });

  it.each([
    [
      'without items',
      'NOT_PAYABLE_YET',
      'Votre ordonnance n’a pas encore été lue',
      () => buildUnread(customer),
    ],
    [
      'that is paid',
      'ALREADY_PAID',
      'Cette commande est déjà payée',
      () => buildOrder(server.db, { customerId: customer.row.id }),
    ],
  ])('returns 409 for an order %s', async (_name, code, message, build) => {
    const { id } = await build();
    const before = await paymentsOf(customer);
    expect(await payOrder(customer, id)).toMatchObject({ status: 409, body: { code, message } });
    expect(await paymentsOf(customer)).toEqual(before);
  });
});

describe('paying an order', () => {
  const NOT_PAID =
    'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.';
  const unpaid = { status: 402, body: { message: NOT_PAID } };
  let order: OrderRow;
  beforeEach(async () => {
    order = await buildUnpaid(customer, agent);
  });

  const put = (body: object, id = order.id, who = customer) => server.call(who, 'PUT', `/orders/${id}`, body);
  async function pay(behaviour: 'silent' | 'approve' | 'decline' | 'wrong-amount' = 'silent') {
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    await providerDoes(server, transactionId, behaviour);
    return transactionId;
  }

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
    expect((await readTimeline(order.id, customer)).at(-1)).toMatchObject({
      actor: { name: customer.row.name, type: 'customer' },
      action: 'pay',
      from: 'pre-treatment',
      to: 'pending',
    });
    const notices = () => noticesOf(server, order.number, { customer, supervisor, agent });
    const paid = [
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Commande payée'],
    ];
    expect(await notices()).toEqual(paid);
    // Again, by PUT or PATCH, it is unchanged.
    for (const again of [
      await put({ transactionId, state: 'pending', finalAmount: order.total }),
      await put({ transactionId, prescription: null, state: null, finalAmount: null }),
      await put({}),
      await server.call(customer, 'PATCH', `/orders/${order.id}/status`, { state: 'pending' }),
    ])
      expect([again.status, again.body]).toEqual([200, body]);
    expect(await notices()).toEqual(paid);
  });

  it('requires no transaction in the body, and takes null for what is not used', async () => {
    const transactionId = await pay('decline');
    await pay();
    const nulls = { transactionId, prescription: null, state: null, finalAmount: null };
    expect(await put(nulls)).toMatchObject(unpaid);
    const byPatch = await setState(customer, order.id, 'pending');
    expect([byPatch.status, byPatch.body.order.state]).toEqual([200, 'pending']);
  });

  it('without a confirmed payment returns 402, whatever the body contains', async () => {
    const { transactionId: open } = await openPayment(server, customer, { orderId: order.id });
    const stranger = await server.signIn('customer');
    const theirs = await buildUnpaid(stranger, agent);
    const foreign = await openPayment(server, stranger, { orderId: theirs.id });
    await providerDoes(server, foreign.transactionId, 'approve');
    const ids = ['TX-invented', open, await pay('decline'), await pay('wrong-amount'), foreign.transactionId];
    for (const body of [
      {},
      { state: 'pending' },
      { state: 'pending', finalAmount: order.total },
      ...ids.map((transactionId) => ({ transactionId, state: 'pending' })),
    ])
      expect([body, await put(body)]).toMatchObject([body, unpaid]);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('returns 409 for the payment of the customer’s other order', async () => {
    const transactionId = await pay('approve');
    const other = await buildUnpaid(customer, agent);
    const { status, body } = await put({ transactionId }, other.id);
    expect([status, body.message]).toEqual([409, 'Ce paiement a déjà été utilisé']);
    expect(await orderRow(other.id)).toEqual(other);
  });

  it('returns 409 with the amount due for another amount', async () => {
    const { status, body } = await put({ transactionId: await pay(), finalAmount: 1 });
    expect([status, body.code, body.quote.total]).toEqual([409, 'AMOUNT_CHANGED', order.total]);
    expect((await orderRow(order.id)).state).toBe('pre-treatment');
  });

  it('returns 409 for another state and for an order that has moved on', async () => {
    const is = (word: string) => `Action impossible : la commande est déjà « ${word} »`;
    const delivered = await put({ transactionId: await pay(), state: 'delivered' });
    expect(delivered.body.message).toBe(is('En préparation'));
    const moved = await buildOrder(server.db, { state: 'delivering', customerId: customer.row.id });
    expect((await put({}, moved.id)).body.message).toBe(is('En livraison'));
  });

  it('returns 404 for another customer’s order', async () => {
    const transactionId = await pay('approve');
    expect((await put({ transactionId }, order.id, await server.signIn('customer'))).status).toBe(404);
  });
});

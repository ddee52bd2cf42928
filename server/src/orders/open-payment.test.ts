import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { payments } from '../database/schema/payments.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let isProviderDown = false;

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
  const { openPortal } = server.ctx.payments;
  server.ctx.payments.openPortal = (request) =>
    isProviderDown ? Promise.reject(new Error('connect ECONNREFUSED')) : openPortal(request);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  isProviderDown = false;
  customer = await server.signIn('customer');
});

const open = (body: object, visitor = customer) => server.call(visitor, 'POST', '/payments', body);
const rowsOf = ({ row }: Visitor) => server.db.select().from(payments).where(eq(payments.customerId, row.id));

describe('opening the payment of a draft', () => {
  it('freezes the whole draft order with its amount (rule 13)', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const [row] = await rowsOf(customer);
    expect(row).toMatchObject({
      transactionId,
      provider: 'sandbox',
      status: 'pending',
      amount: 4825,
      orderId: null,
      settledAt: null,
      nextCheckAt: new Date(server.clock.now().getTime() + 30_000),
    });
    expect(row!.draft).toEqual({
      items: [
        {
          medicationId: basket.medication.id,
          label: basket.medication.label,
          quantity: 3,
          price: 1250,
          posology: null,
          duration: null,
        },
      ],
      zone: { _id: basket.zone.id, label: basket.zone.label },
      address: basket.order.deliveryAddress,
      insuranceCard: null,
      leftOut: [],
      prescription: null,
      wishedPharmacy: null,
      quote: { medicines: 3750, deliveryFee: 700, commission: 375, reduction: 0, total: 4825 },
    });
  });

  it('returns only the public fields of the portal (rule 16)', async () => {
    const { body } = await open({ order: basket.order });
    expect(Object.keys(body.portal).sort()).toEqual(
      ['clientId', 'message', 'minAmount', 'productId', 'token', 'url'].sort(),
    );
  });

  it('returns 503 when the provider is unreachable; the payment fails and is checked later', async () => {
    isProviderDown = true;
    const nextCheckAt = new Date(server.clock.now().getTime() + 30_000);
    const response = await open({ order: basket.order });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 503,
      body: { success: false, code: 'PAYMENT_SERVICE_ERROR', message: 'Payment service error' },
    });
    expect(await rowsOf(customer)).toMatchObject([{ status: 'failed', nextCheckAt, orderId: null }]);
  });

  /** The provider opens the portal, `meanwhile` runs, and the provider's response is lost. */
  const openWithoutResponse = async (meanwhile: (transactionId: string) => Promise<unknown>) => {
    const { openPortal } = server.ctx.payments;
    server.ctx.payments.openPortal = async (request) => {
      await openPortal(request);
      await meanwhile(request.transactionId);
      throw new Error('socket hang up');
    };
    try {
      expect((await open({ order: basket.order })).status).toBe(503);
    } finally {
      server.ctx.payments.openPortal = openPortal;
    }
    return (await rowsOf(customer))[0]!;
  };

  it('settles a payment that was approved before the provider’s response was lost', async () => {
    const row = await openWithoutResponse((id) => providerDoes(server, id, 'approve'));
    expect(row).toMatchObject({ status: 'paid', orderId: expect.any(String), nextCheckAt: null });
  });

  it('settles it in the recurring job when no webhook was received', async () => {
    const { transactionId, status } = await openWithoutResponse((id) => providerDoes(server, id, 'silent'));
    expect(status).toBe('failed');
    server.clock.advance(30);
    expect(await followUpPayments(server.ctx)).toBe(1);
    expect(await rowsOf(customer)).toMatchObject([{ transactionId, status: 'paid' }]);
  });
});

describe('opening the payment of an existing order', () => {
  const unpaid = async () =>
    buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      itemsWrittenById: (await buildUser(server.db, { type: 'agent' })).id,
    });

  it('uses the order’s total', async () => {
    const order = await unpaid();
    const { status, body } = await open({ orderId: order.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: order.total, portal: { message: `Commande ${order.number}` } });
    expect(await rowsOf(customer)).toMatchObject([{ orderId: order.id, draft: null, amount: order.total }]);
  });

  it('returns the same 404 for another customer’s order and for an unknown one', async () => {
    const foreign = await unpaid();
    customer = await server.signIn('customer');
    for (const orderId of [foreign.id, '01930000-0000-7000-8000-000000000000']) {
      expect(await open({ orderId })).toMatchObject({ status: 404, body: MISSING });
    }
  });

  it('returns 409 for an order without items and for a paid order', async () => {
    const unread = await buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      items: [],
    });
    const paid = await buildOrder(server.db, { customerId: customer.row.id });
    for (const [orderId, code, message] of [
      [unread.id, 'NOT_PAYABLE_YET', 'Votre ordonnance n’a pas encore été lue'],
      [paid.id, 'ALREADY_PAID', 'Cette commande est déjà payée'],
    ]) {
      const { status, body } = await open({ orderId });
      expect([status, body.code, body.message]).toEqual([409, code, message]);
    }
    expect(await rowsOf(customer)).toHaveLength(1);
  });
});

import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MINUTE = 60;
const PAID = 'Cette commande est déjà payée';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
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
beforeEach(async () => {
  customer = await server.signIn('customer');
});

/** POST /payments of the basket, as one tab or device sends it. */
const pay = (sent: object = {}, who = customer) =>
  server.call(who, 'POST', '/payments', { order: basket.order, ...sent });
/** The transaction id of a payment that opens. */
const opened = async (sent: object = {}, who = customer) => {
  const { status, body } = await pay(sent, who);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.transactionId as string;
};
const approve = (transactionId: string) => providerDoes(server, transactionId, 'approve');
const statuses = async (who = customer) =>
  (
    await server.db
      .select()
      .from(payments)
      .where(eq(payments.customerId, who.row.id))
      .orderBy(payments.createdAt, payments.id)
  ).map(({ status }) => status);
const findOrders = () =>
  server.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, customer.row.id))
    .orderBy(desc(orders.createdAt));
const reviewReasonOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]?.reviewReason;
const expectPaid = async (sent: object) => {
  const [order] = await findOrders();
  expect(await pay(sent)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_PAID', message: PAID, order: { _id: order!.id, number: order!.number } },
  });
};
const other = () => elsewhere(basket.order);

describe('while a payment is open', () => {
  it('returns the same transaction and portal to another tab, another device and an equivalent basket', async () => {
    const first = await pay({ basketId: 'a' });
    const line = { medicationId: basket.medication.id };
    const items = [
      { ...line, quantity: 1 },
      { ...line, quantity: 2 },
    ];
    const rewritten = {
      ...basket.order,
      prescription: { type: 'numerical', items },
      deliveryZone: basket.zone.label,
      deliveryAddress: basket.order.deliveryAddress.toUpperCase(),
    };
    for (const sent of [{ basketId: 'a' }, { basketId: 'b' }, { basketId: 'c', order: rewritten }]) {
      expect(await pay(sent)).toMatchObject({ status: 201, body: first.body });
    }
    expect(await opened({})).toBe(first.body.transactionId);
    expect(await statuses()).toEqual(['pending']);
  });

  it('opens another payment for another customer', async () => {
    const neighbour = await server.signIn('customer');
    expect(await opened({ basketId: 'a' })).not.toBe(await opened({ basketId: 'a' }, neighbour));
  });

  it('waits for the portal that a concurrent request is opening', async () => {
    const { openPortal } = server.ctx.payments;
    const { promise: mayOpen, resolve } = Promise.withResolvers<void>();
    server.ctx.payments.openPortal = async (request) => {
      await mayOpen;
      return openPortal(request);
    };
    const two = [opened({ basketId: 'a' }), opened({ basketId: 'a' })];
    await expect.poll(() => statuses()).toEqual(['pending']);
    resolve();
    const [first, second] = await Promise.all(two);
    server.ctx.payments.openPortal = openPortal;
    expect(first).toBe(second);
  });

  it('opens another payment when the server was stopped before the portal opened', async () => {
    const stopped = await opened();
    await server.db.update(payments).set({ portal: null }).where(eq(payments.transactionId, stopped));
    server.clock.advance(15);
    expect(await opened()).not.toBe(stopped);
    expect(await statuses()).toEqual(['cancelled', 'pending']);
  });

  it('replaces the payment when the basket has other content; the replaced payment can still create the order', async () => {
    const before = await opened({ basketId: 'a' });
    const after = await opened({ basketId: 'a', order: other() });
    expect(await statuses()).toEqual(['cancelled', 'pending']);
    await approve(before);
    expect(await statuses()).toEqual(['paid', 'cancelled']);
    await approve(after);
    expect(await statuses()).toEqual(['paid', 'review']);
    expect(await findOrders()).toHaveLength(1);
  });

  it('puts a replaced payment under review when its successor is already paid', async () => {
    const before = await opened({ basketId: 'a' });
    await approve(await opened({ basketId: 'a', order: other() }));
    await approve(before);
    expect(await statuses()).toEqual(['review', 'paid']);
    expect(await reviewReasonOf(before)).toBe('paid-twice');
    expect(await noticesOf(server, before, { supervisor })).toEqual([['supervisor', 'Paiement à vérifier']]);
    expect(await findOrders()).toHaveLength(1);
  });

  it('opens another payment for the new amount after a price change', async () => {
    const { order, medication } = await fillBasket(server);
    const before = await opened({ order });
    await server.pool.query('update medications set price_fcfa = 1300 where id = $1', [medication.id]);
    const after = await opened({ order });
    for (const transactionId of [after, before]) await approve(transactionId);
    expect(await statuses()).toEqual(['review', 'paid']);
  });

  it('opens the next payment of the same basket from another device when the portal has expired', async () => {
    const before = await opened({ basketId: 'a' });
    server.clock.advance(15 * MINUTE);
    const { body } = await pay({ basketId: 'b' });
    expect(body.basketId).toBe('a');
    await approve(before);
    await approve(body.transactionId);
    expect(await statuses()).toEqual(['paid', 'review']);
  });

  it('returns the open payment and basket of another device when the content becomes the same', async () => {
    const changed = await opened({ basketId: 'b', order: other() });
    const shared = await opened({ basketId: 'a' });
    expect((await pay({ basketId: 'b' })).body).toMatchObject({ transactionId: shared, basketId: 'a' });
    await approve(shared);
    await approve(changed);
    expect(await statuses()).toEqual(['review', 'paid']);
  });

  it('detects a payment that no webhook reported before it opens another', async () => {
    for (const change of [{}, { order: other() }]) {
      customer = await server.signIn('customer');
      await providerDoes(server, await opened({ basketId: 'a' }), 'silent');
      expect(await pay({ basketId: 'a', ...change })).toMatchObject({ status: 409, body: { message: PAID } });
      expect(await statuses()).toEqual(['paid']);
    }
  });

  it('reuses the basket after a declined payment: two confirmations create one order', async () => {
    const refused = await opened({ basketId: 'a' });
    await providerDoes(server, refused, 'decline');
    const next = await opened({ basketId: 'b' });
    await approve(next);
    await approve(refused);
    expect(await statuses()).toEqual(['review', 'paid']);
  });
});

describe('once the payment is paid', () => {
  it('always returns 409 with the order for the same basket, whatever the body contains', async () => {
    await approve(await opened({ basketId: 'a' }));
    server.clock.advance(30 * 24 * 60 * MINUTE);
    customer = await server.session(customer.row);
    for (const sent of [{}, { again: true }, { order: other() }])
      await expectPaid({ basketId: 'a', ...sent });
    expect(await findOrders()).toHaveLength(1);
  });

  it('returns 409 for the same content for half an hour from any device, unless `again` is sent', async () => {
    await approve(await opened({ basketId: 'a' }));
    for (const sent of [{ basketId: 'b' }, {}]) await expectPaid(sent);
    const again = await opened({ basketId: 'b', again: true });
    // The open portal is reused, even without `again`.
    expect(await opened({ basketId: 'b' })).toBe(again);
    await expectPaid({ basketId: 'c' });
    await approve(again);
    expect(await findOrders()).toHaveLength(2);
    server.clock.advance(30 * MINUTE);
    await approve(await opened({ basketId: 'c' }));
    expect(await findOrders()).toHaveLength(3);
  });

  it('returns the caller’s own order for a prescription they used, and no order to another customer', async () => {
    const { number } = await buildPrescription(server.db);
    const order = { ...basket.order, prescription: { type: 'numerical', prescriptionNumber: number } };
    await approve(await opened({ basketId: 'a', order }));
    await expectPaid({ basketId: 'b', order });
    const stranger = await server.signIn('customer');
    const { body } = await pay({ order }, stranger);
    expect(body).toEqual({ success: false, code: 'PRESCRIPTION_USED', message: expect.any(String) });
  });

  it('returns 409 with the order’s number when the order existed before its payment', async () => {
    const agent = await server.signIn('agent');
    const { id } = await buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      itemsWrittenById: agent.row.id,
    });
    const order = { order: null, orderId: id };
    const transactionId = await opened(order);
    expect(await opened(order)).toBe(transactionId);
    await approve(transactionId);
    for (const again of [false, true]) await expectPaid({ ...order, again });
  });
});

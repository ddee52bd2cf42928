import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildPrescription } from '../builders/prescription.ts';
import { payments } from '../database/schema/payments.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  buildUnpaid,
  ordersOf,
  payFor,
  paymentRow,
  paymentsOf,
  server,
  startServer,
} from './orders.fixture.ts';

const MINUTE = 60;

let customer: Visitor;
let supervisor: Visitor;
let basket: Basket;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});

/** POST /payments of the basket, as one tab or device sends it. */
const pay = (sent: object = {}, who = customer) => payFor(who, basket.order, sent);
/** The transaction id of a payment that opens. */
const opened = async (sent: object = {}, who = customer) => {
  const { status, body } = await pay(sent, who);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.transactionId as string;
};
const approve = (transactionId: string) => providerDoes(server, transactionId, 'approve');
const statuses = async () => (await paymentsOf(customer)).map(({ status }) => status);
const countOrders = async () => (await ordersOf(customer)).length;
const PAID = 'Cette commande est déjà payée';
const expectPaid = async (sent: object) => {
  const order = (await ordersOf(customer)).at(-1)!;
  expect(await pay(sent)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_PAID', message: PAID, order: { _id: order.id, number: order.number } },
  });
};
const other = () => elsewhere(basket.order);

describe('while a payment is open', () => {
  it('returns the same transaction and portal to another tab, another device and an equivalent basket', async () => {
    const first = await pay({ basketId: 'a' });
    const line = { medicationId: basket.medication.id };
    const rewritten = {
      prescription: {
        type: 'numerical',
        items: [
          { ...line, quantity: 1 },
          { ...line, quantity: 2 },
        ],
      },
      deliveryZone: basket.zone.label,
      deliveryAddress: basket.order.deliveryAddress.toUpperCase(),
    };
    for (const sent of [{ basketId: 'a' }, { basketId: 'b' }, { basketId: 'c', order: rewritten }])
      expect(await pay(sent)).toMatchObject({ status: 201, body: first.body });
    expect(await opened({})).toBe(first.body.transactionId);
    expect(await statuses()).toEqual(['pending']);
    const neighbour = await server.signIn('customer');
    expect(await opened({ basketId: 'a' }, neighbour)).not.toBe(first.body.transactionId);
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
    expect([await statuses(), await countOrders()]).toEqual([['paid', 'review'], 1]);
  });

  it('puts a replaced payment under review when its successor is already paid', async () => {
    const before = await opened({ basketId: 'a' });
    await approve(await opened({ basketId: 'a', order: other() }));
    await approve(before);
    expect([await statuses(), await countOrders()]).toEqual([['review', 'paid'], 1]);
    expect((await paymentRow(before)).reviewReason).toBe('paid-twice');
    expect(await noticesOf(server, before, { supervisor })).toEqual([['supervisor', 'Paiement à vérifier']]);
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
    for (const transactionId of [before, body.transactionId]) await approve(transactionId);
    expect(await statuses()).toEqual(['paid', 'review']);
  });

  it('returns the open payment and basket of another device when the content becomes the same', async () => {
    const changed = await opened({ basketId: 'b', order: other() });
    const shared = await opened({ basketId: 'a' });
    expect((await pay({ basketId: 'b' })).body).toMatchObject({ transactionId: shared, basketId: 'a' });
    for (const transactionId of [shared, changed]) await approve(transactionId);
    expect(await statuses()).toEqual(['review', 'paid']);
  });

  it.each([
    ['the same', () => ({})],
    ['another', () => ({ order: other() })],
  ])('finds a payment that no webhook reported before it opens %s', async (_name, change) => {
    await providerDoes(server, await opened({ basketId: 'a' }), 'silent');
    expect(await pay({ basketId: 'a', ...change() })).toMatchObject({ status: 409, body: { message: PAID } });
    expect(await statuses()).toEqual(['paid']);
  });

  it('reuses the basket after a declined payment: two confirmations create one order', async () => {
    const refused = await opened({ basketId: 'a' });
    await providerDoes(server, refused, 'decline');
    const next = await opened({ basketId: 'b' });
    for (const transactionId of [next, refused]) await approve(transactionId);
    expect([await statuses(), await countOrders()]).toEqual([['review', 'paid'], 1]);
  });
});

describe('once the payment is paid', () => {
  it('always returns 409 with the order for the same basket, whatever the body contains', async () => {
    await approve(await opened({ basketId: 'a' }));
    server.clock.advance(30 * 24 * 60 * MINUTE);
    customer = await server.session(customer.row);
    for (const sent of [{}, { again: true }, { order: other() }])
      await expectPaid({ basketId: 'a', ...sent });
    expect(await countOrders()).toBe(1);
  });

  it('returns 409 for the same content for half an hour from any device, unless `again` is sent', async () => {
    await approve(await opened({ basketId: 'a' }));
    for (const sent of [{ basketId: 'b' }, {}]) await expectPaid(sent);
    const again = await opened({ basketId: 'b', again: true });
    // The open portal is reused, even without `again`.
    expect(await opened({ basketId: 'b' })).toBe(again);
    await expectPaid({ basketId: 'c' });
    await approve(again);
    expect(await countOrders()).toBe(2);
    server.clock.advance(30 * MINUTE);
    await approve(await opened({ basketId: 'c' }));
    expect(await countOrders()).toBe(3);
  });

  it('returns the caller’s own order for a prescription they used, and no order to another customer', async () => {
    const { number } = await buildPrescription(server.db);
    const order = { ...basket.order, prescription: { type: 'numerical', prescriptionNumber: number } };
    await approve(await opened({ basketId: 'a', order }));
    await expectPaid({ basketId: 'b', order });
    const { body } = await pay({ order }, await server.signIn('customer'));
    expect(body).toEqual({ success: false, code: 'PRESCRIPTION_USED', message: expect.any(String) });
  });

  it('returns 409 with the order’s number when the order existed before its payment', async () => {
    const { id } = await buildUnpaid(customer, await server.signIn('agent'));
    const order = { order: null, orderId: id };
    const transactionId = await opened(order);
    expect(await opened(order)).toBe(transactionId);
    await approve(transactionId);
    for (const again of [false, true]) await expectPaid({ ...order, again });
  });
});

describe('while a payment is under review', () => {
  const review = async () => {
    const transactionId = await opened({ basketId: 'a' });
    await providerDoes(server, transactionId, 'wrong-amount');
    return transactionId;
  };

  it('returns 409 for the same basket or content, unless `again` is sent', async () => {
    await review();
    const message = 'Nous vérifions déjà un paiement de cette commande : ne payez pas une deuxième fois.';
    for (const sent of [{ basketId: 'a' }, { basketId: 'a', order: other() }, { basketId: 'b' }])
      expect(await pay(sent)).toMatchObject({ status: 409, body: { code: 'PAYMENT_UNDER_REVIEW', message } });
    const again = await opened({ basketId: 'a', again: true });
    expect(await opened({ basketId: 'a' })).toBe(again);
    await approve(again);
    expect(await statuses()).toEqual(['review', 'paid']);
    await expectPaid({ basketId: 'a' });
  });

  it('opens a payment for other content in another basket', async () => {
    await review();
    await opened({ basketId: 'b', order: other() });
    expect(await statuses()).toEqual(['review', 'pending']);
  });

  it('lists open payments for an hour and payments under review for two weeks', async () => {
    const list = async () => (await server.call(customer, 'GET', '/payments')).body.payments;
    const wrong = await review();
    await approve(await opened({ order: other() }));
    const open = await opened({ basketId: 'b', order: other() });
    const common = { amount: 4825, orderId: null, openedAt: server.clock.now().toISOString() };
    const inReview = { status: 'review', basketId: 'a', reviewReason: 'amount' };
    const reviewed = { ...common, transactionId: wrong, ...inReview };
    const pending = { ...common, transactionId: open, status: 'pending', basketId: 'b' };
    expect(await list()).toEqual([pending, reviewed]);
    server.clock.advance(60 * MINUTE);
    expect(await list()).toEqual([reviewed]);
    server.clock.advance(14 * 24 * 60 * MINUTE);
    customer = await server.session(customer.row);
    expect(await list()).toEqual([]);
  });
});

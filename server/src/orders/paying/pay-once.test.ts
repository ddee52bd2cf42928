import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../../builders/order.ts';
import { buildPrescription } from '../../builders/prescription.ts';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, providerDoes } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { toldAbout } from '../../testing/told.ts';

const MINUTE = 60;
const PAID = 'Cette commande est déjà payée';
const REVIEWED = 'Nous vérifions déjà un paiement de cette commande : ne payez pas une deuxième fois.';

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
  await expectWhole(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});

/** POST /payments of the basket, as one tab or device sends it. */
const pay = (sent: object = {}, who = customer) =>
  server.call(who, 'POST', '/payments', { order: basket.order, ...sent });
/** The transaction that it answers. */
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
const made = () =>
  server.db
    .select()
    .from(orders)
    .where(eq(orders.customerId, customer.row.id))
    .orderBy(desc(orders.createdAt));
const reviewReasonOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]?.reviewReason;
const expectPaid = async (sent: object) => {
  const [order] = await made();
  expect(await pay(sent)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_PAID', message: PAID, order: { _id: order!.id, number: order!.number } },
  });
};
const other = () => elsewhere(basket.order);

describe('while a payment is open', () => {
  it('another tab, another device and another writing of the basket get the same transaction and portal', async () => {
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

  it('is each customer’s own', async () => {
    const neighbour = await server.signIn('customer');
    expect(await opened({ basketId: 'a' })).not.toBe(await opened({ basketId: 'a' }, neighbour));
  });

  it('a request that finds the portal being opened waits for it', async () => {
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

  it('that its server never opened, because it was stopped, another one is opened', async () => {
    const stopped = await opened();
    await server.db.update(payments).set({ portal: null }).where(eq(payments.transactionId, stopped));
    server.clock.advance(15);
    expect(await opened()).not.toBe(stopped);
    expect(await statuses()).toEqual(['cancelled', 'pending']);
  });

  it('the same basket with other content takes its place; its money still makes the one order', async () => {
    const before = await opened({ basketId: 'a' });
    const after = await opened({ basketId: 'a', order: other() });
    expect(await statuses()).toEqual(['cancelled', 'pending']);
    await approve(before);
    expect(await statuses()).toEqual(['paid', 'cancelled']);
    await approve(after);
    expect(await statuses()).toEqual(['paid', 'review']);
    expect(await made()).toHaveLength(1);
  });

  it('money for one that was replaced goes to refund once its successor is paid', async () => {
    const before = await opened({ basketId: 'a' });
    await approve(await opened({ basketId: 'a', order: other() }));
    await approve(before);
    expect(await statuses()).toEqual(['review', 'paid']);
    expect(await reviewReasonOf(before)).toBe('commande déjà payée par un autre paiement, à rembourser');
    expect(await toldAbout(server, before, { supervisor })).toEqual([['supervisor', 'Paiement à vérifier']]);
    expect(await made()).toHaveLength(1);
  });

  it('a price that has changed opens another one for the new amount', async () => {
    const { order, medication } = await fillBasket(server);
    const before = await opened({ order });
    await server.pool.query('update medications set price_fcfa = 1300 where id = $1', [medication.id]);
    const after = await opened({ order });
    for (const transactionId of [after, before]) await approve(transactionId);
    expect(await statuses()).toEqual(['review', 'paid']);
  });

  it('whose portal has expired, another device opens the next one of the same basket', async () => {
    const before = await opened({ basketId: 'a' });
    server.clock.advance(15 * MINUTE);
    const { body } = await pay({ basketId: 'b' });
    expect(body.basketId).toBe('a');
    await approve(before);
    await approve(body.transactionId);
    expect(await statuses()).toEqual(['paid', 'review']);
  });

  it('a device that comes back to the content of another one gives its own basket up', async () => {
    const changed = await opened({ basketId: 'b', order: other() });
    const shared = await opened({ basketId: 'a' });
    expect((await pay({ basketId: 'b' })).body).toMatchObject({ transactionId: shared, basketId: 'a' });
    await approve(shared);
    await approve(changed);
    expect(await statuses()).toEqual(['review', 'paid']);
  });

  it('paid without a word, it is found before another one is opened', async () => {
    for (const change of [{}, { order: other() }]) {
      customer = await server.signIn('customer');
      await providerDoes(server, await opened({ basketId: 'a' }), 'silent');
      expect(await pay({ basketId: 'a', ...change })).toMatchObject({ status: 409, body: { message: PAID } });
      expect(await statuses()).toEqual(['paid']);
    }
  });

  it('refused, the next one belongs to the same basket: money that comes for both makes one order', async () => {
    const refused = await opened({ basketId: 'a' });
    await providerDoes(server, refused, 'decline');
    const next = await opened({ basketId: 'b' });
    await approve(next);
    await approve(refused);
    expect(await statuses()).toEqual(['review', 'paid']);
  });
});

describe('once it is paid', () => {
  it('the same basket is refused for ever, with its order, whatever is asked', async () => {
    await approve(await opened({ basketId: 'a' }));
    server.clock.advance(30 * 24 * 60 * MINUTE);
    customer = await server.session(customer.row);
    for (const sent of [{}, { again: true }, { order: other() }])
      await expectPaid({ basketId: 'a', ...sent });
    expect(await made()).toHaveLength(1);
  });

  it('the same content is refused for half an hour from any device, unless it is bought again on purpose', async () => {
    await approve(await opened({ basketId: 'a' }));
    for (const sent of [{ basketId: 'b' }, {}]) await expectPaid(sent);
    const again = await opened({ basketId: 'b', again: true });
    // Its own portal is gone on with, by whoever has it.
    expect(await opened({ basketId: 'b' })).toBe(again);
    await expectPaid({ basketId: 'c' });
    await approve(again);
    expect(await made()).toHaveLength(2);
    server.clock.advance(30 * MINUTE);
    await approve(await opened({ basketId: 'c' }));
    expect(await made()).toHaveLength(3);
  });

  it('a prescription that the caller has used names their order; a stranger learns nothing', async () => {
    const { number } = await buildPrescription(server.db);
    const order = { ...basket.order, prescription: { type: 'numerical', prescriptionNumber: number } };
    await approve(await opened({ basketId: 'a', order }));
    await expectPaid({ basketId: 'b', order });
    const stranger = await server.signIn('customer');
    const { body } = await pay({ order }, stranger);
    expect(body).toEqual({ success: false, code: 'PRESCRIPTION_USED', message: expect.any(String) });
  });

  it('an order that was read is refused with its own number', async () => {
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

describe('while a payment is under review', () => {
  it('paying the basket or its content is refused, unless it is asked for again', async () => {
    const wrong = await opened({ basketId: 'a' });
    await providerDoes(server, wrong, 'wrong-amount');
    for (const sent of [{ basketId: 'a' }, { basketId: 'a', order: other() }, { basketId: 'b' }]) {
      expect(await pay(sent)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_UNDER_REVIEW', message: REVIEWED },
      });
    }
    const again = await opened({ basketId: 'a', again: true });
    expect(await opened({ basketId: 'a' })).toBe(again);
    await approve(again);
    expect(await statuses()).toEqual(['review', 'paid']);
    await expectPaid({ basketId: 'a' });
  });

  it('other content in another basket is free', async () => {
    await providerDoes(server, await opened({ basketId: 'a' }), 'wrong-amount');
    await opened({ basketId: 'b', order: other() });
  });
});

describe('GET /payments', () => {
  const list = async () => (await server.call(customer, 'GET', '/payments')).body.payments;

  it('lists what is open for an hour and what is under review for two weeks', async () => {
    const wrong = await opened({ basketId: 'a' });
    await providerDoes(server, wrong, 'wrong-amount');
    await approve(await opened({ order: other() }));
    const openedAt = server.clock.now().toISOString();
    const open = await opened({ basketId: 'b', order: other() });
    const common = { amount: 4825, orderId: null, openedAt };
    const reviewed = { ...common, transactionId: wrong, status: 'review', basketId: 'a' };
    expect(await list()).toEqual([
      { ...common, transactionId: open, status: 'pending', basketId: 'b' },
      reviewed,
    ]);
    server.clock.advance(60 * MINUTE);
    expect(await list()).toEqual([reviewed]);
    server.clock.advance(14 * 24 * 60 * MINUTE);
    customer = await server.session(customer.row);
    expect(await list()).toEqual([]);
  });
});

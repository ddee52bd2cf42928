import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MINUTE = 60;
const REVIEWED = 'Nous vérifions déjà un paiement de cette commande : ne payez pas une deuxième fois.';

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
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
const pay = (sent: object) => server.call(customer, 'POST', '/payments', { order: basket.order, ...sent });
/** The transaction id of a payment that opens. */
const opened = async (sent: object) => {
  const { status, body } = await pay(sent);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.transactionId as string;
};
const approve = (transactionId: string) => providerDoes(server, transactionId, 'approve');
const statuses = async () =>
  (
    await server.db
      .select()
      .from(payments)
      .where(eq(payments.customerId, customer.row.id))
      .orderBy(payments.createdAt, payments.id)
  ).map(({ status }) => status);
const other = () => elsewhere(basket.order);

describe('while a payment is under review', () => {
  it('returns 409 for the same basket or content, unless `again` is sent', async () => {
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
    const [order] = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
    expect(await pay({ basketId: 'a' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_PAID', order: { _id: order!.id, number: order!.number } },
    });
  });

  it('opens a payment for other content in another basket', async () => {
    await providerDoes(server, await opened({ basketId: 'a' }), 'wrong-amount');
    await opened({ basketId: 'b', order: other() });
  });
});

describe('GET /payments', () => {
  const list = async () => (await server.call(customer, 'GET', '/payments')).body.payments;

  it('lists open payments for an hour and payments under review for two weeks', async () => {
    const wrong = await opened({ basketId: 'a' });
    await providerDoes(server, wrong, 'wrong-amount');
    await approve(await opened({ order: other() }));
    const openedAt = server.clock.now().toISOString();
    const open = await opened({ basketId: 'b', order: other() });
    const common = { amount: 4825, orderId: null, openedAt };
    const reviewed = {
      ...common,
      transactionId: wrong,
      status: 'review',
      basketId: 'a',
      reviewReason: 'amount',
    };
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

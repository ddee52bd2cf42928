import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

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

const place = (key: string, transactionId: string, change: object = {}, who = customer) =>
  server.call(
    who,
    'POST',
    '/orders',
    { ...basket.order, transactionId, ...change },
    { 'idempotency-key': key },
  );
const findOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));

async function payFor(visitor = customer) {
  const { transactionId } = await openPayment(server, visitor, { order: elsewhere(basket.order) });
  await providerDoes(server, transactionId, 'silent');
  return transactionId;
}

it('creates one order for 20 concurrent requests with one key; all return its response or 409 IN_PROGRESS', async () => {
  for (let round = 0; round < 10; round += 1) {
    const key = `round ${round}`;
    const transactionId = await payFor();
    const responses = await Promise.all(Array.from({ length: 20 }, () => place(key, transactionId)));
    const first = responses.find(({ status }) => status === 201);
    expect(first).toBeDefined();
    for (const { status, body } of responses) {
      if (status === 409) expect(body.code).toBe('IN_PROGRESS');
      else expect([status, body]).toEqual([201, first!.body]);
    }
    expect(await place(key, transactionId)).toMatchObject({ status: 201, body: first!.body });
  }
  expect(await findOrders()).toHaveLength(10);
});

it('returns 422 KEY_REUSED for the same key with another body', async () => {
  const transactionId = await payFor();
  await place('again', transactionId);
  for (const change of [{ deliveryAddress: 'Ailleurs' }, { finalAmount: 4825 }]) {
    const { status, body } = await place('again', transactionId, change);
    expect([status, body.code]).toEqual([422, 'KEY_REUSED']);
  }
  expect(await findOrders()).toHaveLength(1);
});

it('does not store a refusal: the same request succeeds once it is paid', async () => {
  const { transactionId } = await openPayment(server, customer, { order: basket.order });
  for (const _ of [1, 2]) expect((await place('later', transactionId)).status).toBe(402);
  await providerDoes(server, transactionId, 'silent');
  expect((await place('later', transactionId)).status).toBe(201);
  // The stored response is the first one.
  expect((await place('later', transactionId)).status).toBe(201);
});

it('separates the keys of two customers', async () => {
  const other = await server.signIn('customer');
  const mine = await payFor();
  const theirs = await payFor(other);
  expect((await place('same', mine)).status).toBe(201);
  expect((await place('same', theirs, {}, other)).body.order.customer._id).toBe(other.row.id);
});

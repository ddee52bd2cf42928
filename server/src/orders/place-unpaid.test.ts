import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const NOT_PAID =
  'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.';

let server: TestApp;
let customer: Visitor;
let stranger: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  stranger = await server.signIn('customer');
  basket = await fillBasket(server);
});

const post = (body: object) => server.call(customer, 'POST', '/orders', body);
const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));

describe('without a confirmed payment', () => {
  const cases: [string, () => Promise<string>][] = [
    ['an unknown transaction', async () => 'TX-000000000000000000000000000000'],
    [
      'a pending payment',
      async () => (await openPayment(server, customer, { order: basket.order })).transactionId,
    ],
    ['a declined payment', () => settledAs('decline')],
    ['a payment of another amount', () => settledAs('wrong-amount')],
    ['another customer’s paid payment', () => settledAs('approve', stranger)],
  ];
  async function settledAs(behaviour: 'decline' | 'wrong-amount' | 'approve', payer = customer) {
    const { transactionId } = await openPayment(server, payer, { order: basket.order });
    await providerDoes(server, transactionId, behaviour);
    return transactionId;
  }

  it.each(cases)('returns 402 for %s', async (_name, transaction) => {
    const response = await place(server, customer, basket.order, await transaction());
    expect(response.status).toBe(402);
    expect(response.body.message).toBe(NOT_PAID);
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('returns 402 for a missing, null or blank transaction', async () => {
    for (const transactionId of [undefined, null, '']) {
      const response = await post({ ...basket.order, transactionId });
      expect(response).toMatchObject({ status: 402, body: { code: 'PAYMENT_REQUIRED', message: NOT_PAID } });
    }
  });

  it('returns the same 402 for another customer’s and for an unknown transaction', async () => {
    const foreign = await place(server, customer, basket.order, await settledAs('approve', stranger));
    const invented = await place(server, customer, basket.order, 'TX-nothing');
    expect(foreign.body).toEqual(invented.body);
  });
});

describe('a payment pays one order', () => {
  it('returns 409 for another cart, before and after its own order', async () => {
    const other = await fillBasket(server);
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const used = { status: 409, body: { message: 'Ce paiement a déjà été utilisé' } };
    expect(await place(server, customer, other.order, transactionId)).toMatchObject(used);
    await providerDoes(server, transactionId, 'approve');
    expect(await place(server, customer, other.order, transactionId)).toMatchObject(used);
    const [line] = basket.order.prescription.items;
    for (const items of [[{ ...line, quantity: 4 }], [line, line]]) {
      const changed = { ...basket.order, prescription: { type: 'numerical', items } };
      expect(await place(server, customer, changed, transactionId)).toMatchObject(used);
    }
    expect((await place(server, customer, basket.order, transactionId)).status).toBe(200);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('returns the same order for the same cart by label', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, transactionId, 'approve');
    const items = [{ label: basket.medication.label.toUpperCase(), quantity: 3, price: 1250 }];
    const byLabel = { ...basket.order, prescription: { type: 'numerical', items } };
    expect((await place(server, customer, byLabel, transactionId)).status).toBe(200);
  });

  it('returns 409 with the amount for another finalAmount', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, transactionId, 'silent');
    const response = await place(server, customer, { ...basket.order, finalAmount: 1 }, transactionId);
    expect(response).toMatchObject({ status: 409, body: { code: 'AMOUNT_CHANGED', quote: { total: 4825 } } });
    expect(await ordersOf(customer)).toEqual([]);
  });
});

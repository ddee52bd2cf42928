import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/places.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let admin: Visitor;
let supervisor: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
});

const open = (change: object = {}) =>
  server.call(customer, 'POST', '/payments', { order: { ...basket.order, ...change } });
const orderUnpaid = (change: object = {}) =>
  server.call(customer, 'POST', '/orders', { ...basket.order, ...change });
const opened = () => server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
const linesWith = (change: object) => ({
  prescription: {
    type: 'numerical',
    items: [{ medicationId: basket.medication.id, quantity: 3, ...change }],
  },
});
const setPrice = (price: number) =>
  server.call(supervisor, 'PUT', `/medications/${basket.medication.id}`, { price });
const setFee = (price: number) => server.call(admin, 'PUT', `/zones/${basket.zone.id}`, { price });

const changed = (total: string, quote: object) => ({
  status: 409,
  body: {
    success: false,
    code: 'AMOUNT_CHANGED',
    message: `Le montant a changé : ${total} F. Veuillez vérifier puis confirmer.`,
    quote: { reduction: 0, ...quote },
  },
});

describe('amounts are computed by the server', () => {
  const quote = { medicines: 3750, deliveryFee: 700, commission: 375, total: 4825 };

  it.each([
    ['finalAmount', () => ({ finalAmount: 1 })],
    ['price', () => linesWith({ price: 1 })],
    ['fractional price', () => linesWith({ price: 1249.5 })],
  ])('returns 409 for a wrong %s, and opens no payment', async (_name, change) => {
    for (const response of [await open(change()), await orderUnpaid(change())]) {
      expect({ status: response.status, body: response.body }).toEqual(changed('4 825', quote));
    }
    expect(await opened()).toEqual([]);
  });

  it('accepts a right, null or missing amount', async () => {
    for (const finalAmount of [4825, null, undefined]) {
      expect((await open({ finalAmount, ...linesWith({ price: 1250 }) })).body.amount).toBe(4825);
    }
  });

  it('ignores fee, commission, reduction, total and rate in the body', async () => {
    const named = { deliveryFee: 0, commission: -500, insuranceReduction: 4000, totalAmount: 10, taux: 100 };
    expect((await open(named)).body.amount).toBe(4825);
  });
});

describe('a frozen draft', () => {
  it('is unchanged when price and fee change and its medicine and zone are deleted', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    expect((await setPrice(9999)).status).toBe(200);
    expect((await setFee(2000)).status).toBe(200);
    await server.call(supervisor, 'DELETE', `/medications/${basket.medication.id}`);
    await server.call(admin, 'DELETE', `/zones/${basket.zone.id}`);
    await providerDoes(server, transactionId, 'silent');
    const { status, body } = await place(server, customer, basket.order, transactionId);
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      deliveryZone: basket.zone.label,
      deliveryFee: 700,
      medicinesAmount: 3750,
      totalAmount: 4825,
      prescription: { items: [{ label: basket.medication.label, price: 1250 }] },
    });
  });

  it('is not created after a change of fee or price: returns 409 with the current amounts', async () => {
    await setFee(1000);
    const response = await open({ finalAmount: 4825 });
    const quote = { medicines: 3750, deliveryFee: 1000, commission: 375, total: 5125 };
    expect(response).toMatchObject(changed('5 125', quote));
    await setPrice(300_000);
    const next = { medicines: 900_000, deliveryFee: 1000, commission: 90_000, total: 991_000 };
    expect(await open(linesWith({ price: 1250 }))).toMatchObject(changed('991 000', next));
    expect(await opened()).toEqual([]);
  });
});

describe('the zone', () => {
  it('is found by id or by label, ignoring accents and case', async () => {
    const { id, label } = basket.zone;
    for (const deliveryZone of [id, label, `  ${label.toUpperCase()} `]) {
      expect((await open(elsewhere({ deliveryZone }))).status).toBe(201);
    }
    const drafts = (await opened()).map(({ draft }) => draft!.zone);
    expect(drafts).toEqual(Array.from({ length: 3 }, () => ({ _id: id, label })));
  });

  it('returns 422 when it is unknown', async () => {
    for (const deliveryZone of ['Zone inventée', '01930000-0000-7000-8000-000000000000', '%', 'a_c']) {
      const { status, body } = await open({ deliveryZone });
      expect([status, body.fields]).toEqual([422, { 'order.deliveryZone': 'Zone requise' }]);
    }
  });

  it('returns 409 when it was deleted, by id and by label, until another zone has this label', async () => {
    const { id, label } = basket.zone;
    await server.call(admin, 'DELETE', `/zones/${id}`);
    for (const deliveryZone of [id, label]) {
      const { status, body } = await open({ deliveryZone });
      expect([status, body.message]).toEqual([409, "Cette zone n'est plus desservie"]);
    }
    await server.db.insert(zones).values({ ...basket.zone, id: undefined, price: 100, deletedAt: null });
    expect((await open({ deliveryZone: label })).body.amount).toBe(4225);
    expect((await open({ deliveryZone: id })).status).toBe(409);
  });
});

it('returns 422 on the items when the amount is too high', async () => {
  await server.db.update(medications).set({ price: 200_000 }).where(eq(medications.id, basket.medication.id));
  const { status, body } = await open(linesWith({ quantity: 999 }));
  expect([status, body.fields]).toEqual([
    422,
    { 'order.prescription.items': 'Montant de commande trop élevé' },
  ]);
});

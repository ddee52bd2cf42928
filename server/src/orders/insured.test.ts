import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
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
  basket = await fillBasket(server);
});

const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));

describe('insurance on the quote', () => {
  const insured = (insuranceCard: string, change: object = {}) => ({
    ...basket.order,
    insuranceCard,
    ...change,
  });
  const open = (order: object) => server.call(customer, 'POST', '/payments', { order });

  it('uses the card’s rate, frozen with the payment', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 });
    // 700 + 3 750 × 73 / 100 = 3 437.5, rounded half up.
    const { transactionId, amount } = (await open(insured(card.id, { finalAmount: 3438 }))).body;
    expect(amount).toBe(3438);
    await server.db.update(insuranceCards).set({ rate: 80 }).where(eq(insuranceCards.id, card.id));
    await providerDoes(server, transactionId, 'approve');
    const [order] = await ordersOf(customer);
    expect(order).toMatchObject({
      total: 3438,
      reduction: 3750 + 700 + 375 - 3438,
      cardRate: 37,
      cardUrl: card.fileKey,
      cardVerified: false,
    });
    const { rows } = await server.pool.query(
      `select account, amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
       where j.order_id = $1 order by account`,
      [order?.id],
    );
    expect(Object.fromEntries(rows.map(({ account, amount: sum }) => [account, sum]))).toEqual({
      customer: 3438,
      insurer: 1387,
      pharmacy: -3750,
      courier: -700,
      commission: -375,
    });
  });

  it('returns 422 for a card that is deleted, unknown or another customer’s', async () => {
    const foreign = await buildInsuranceCard(server.db);
    const gone = await buildInsuranceCard(server.db, { ownerId: customer.row.id });
    await server.db
      .update(insuranceCards)
      .set({ deletedAt: server.clock.now(), fileKey: null })
      .where(eq(insuranceCards.id, gone.id));
    for (const id of [foreign.id, gone.id, '01930000-0000-7000-8000-000000000000']) {
      const { status, body } = await open(insured(id));
      expect([status, body.fields]).toEqual([
        422,
        { 'order.insuranceCard': 'Carte d’assurance introuvable' },
      ]);
    }
    expect((await open(basket.order)).body.amount).toBe(4825);
  });

  it('returns 409 with INSURANCE_STRICT until the card is verified (rule 40)', async () => {
    const strict = await startTestApp({ settings: { ...server.ctx.settings, insuranceStrict: true } });
    try {
      const holder = await strict.signIn('customer');
      const agent = await strict.signIn('agent');
      const card = await buildInsuranceCard(strict.db, { ownerId: holder.row.id });
      const itsBasket = await fillBasket(strict);
      const order = { ...itsBasket.order, insuranceCard: card.id };
      const unverified = { status: 409, body: { code: 'INSURANCE_UNVERIFIED' } };
      expect(await strict.call(holder, 'POST', '/payments', { order })).toMatchObject(unverified);
      expect((await strict.call(holder, 'POST', '/payments', { order: itsBasket.order })).status).toBe(201);

      const { key: url } = await buildFile(strict.db, { ownerId: holder.row.id });
      const photographed = { ...order, prescription: { type: 'physical', url } };
      const { body } = await strict.call(holder, 'POST', '/orders', photographed);
      const id = body.order._id;
      const prescription = { items: [{ medicationId: itsBasket.medication.id, quantity: 1 }] };
      await strict.call(agent, 'PUT', `/orders/${id}`, { prescription });
      expect(await strict.call(holder, 'POST', '/payments', { orderId: id })).toMatchObject(unverified);
      const checked = await strict.call(agent, 'POST', `/orders/${id}/insurance-check`, { verified: true });
      expect(checked.body.order.insuranceCard.verified).toBe(true);
      expect((await strict.call(holder, 'POST', '/payments', { orderId: id })).status).toBe(201);
      // The card is verified for the next order too.
      expect((await strict.call(holder, 'POST', '/payments', { order })).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});

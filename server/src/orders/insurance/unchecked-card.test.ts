import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { insuranceCards } from '../../database/schema/insurance.ts';
import { notifications } from '../../database/schema/notifications.ts';
import { orders } from '../../database/schema/orders.ts';
import { expectInvariants } from '../../testing/invariants/invariants.ts';
import { providerDoes } from '../../testing/pay.ts';
import type { TestApp, Visitor } from '../../testing/test-app.ts';
import { arrange, type Card, FULL, type Given, LIMIT, LIMITED, MEDICINES } from './unchecked-card.fixture.ts';

let given: Given;
let server: TestApp;
let customer: Visitor;
let card: Card;

const meet = async () => {
  customer = await server.signIn('customer');
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 80 });
};
const titlesFor = async ({ row }: Visitor) => {
  const rows = await server.db.select().from(notifications).where(eq(notifications.userId, row.id));
  return rows.map(({ title }) => title);
};
const totalOf = async (id: string) =>
  (await server.call(customer, 'GET', `/orders/${id}`)).body.order.totalAmount;

describe('a card that is not checked', () => {
  beforeAll(async () => {
    given = await arrange({});
    server = given.server;
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
  beforeEach(meet);

  it('takes off at most the limit; the ledger has the same part for the insurer', async () => {
    const { body } = await given.pay(customer, card, { finalAmount: LIMITED });
    expect(body.amount).toBe(LIMITED);
    await providerDoes(server, body.transactionId, 'approve');
    const [order] = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
    expect(order).toMatchObject({ total: LIMITED, reduction: LIMIT, reductionLimit: LIMIT, cardRate: 80 });
    const { rows } = await server.pool.query(
      `select amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
       where j.order_id = $1 and account = 'insurer'`,
      [order?.id],
    );
    expect(rows).toEqual([{ amount: LIMIT }]);
    const seen = (await server.call(customer, 'GET', `/orders/${order?.id}`)).body.order;
    expect(seen.insuranceCard.reductionLimit).toBe(LIMIT);
    // Checked afterwards, a paid order keeps its amounts.
    const tick = { verified: true };
    await server.call(given.supervisor, 'POST', `/orders/${order?.id}/insurance-check`, tick);
    expect(await totalOf(order?.id ?? '')).toBe(LIMITED);
  });

  it('is not limited below the limit, nor once it is checked', async () => {
    await server.db.update(insuranceCards).set({ rate: 20 }).where(eq(insuranceCards.id, card.id));
    const full = 500 + MEDICINES + MEDICINES / 10 - (MEDICINES * 20) / 100;
    expect((await given.pay(customer, card)).body.amount).toBe(full);
    await meet();
    await server.db.update(insuranceCards).set({ verified: true }).where(eq(insuranceCards.id, card.id));
    expect((await given.pay(customer, card)).body.amount).toBe(FULL);
  });

  it('refuses the amount without the limit, with the right one', async () => {
    const { status, body } = await given.pay(customer, card, { finalAmount: FULL });
    expect([status, body.code, body.quote.total]).toEqual([409, 'AMOUNT_CHANGED', LIMITED]);
  });

  it('applies its whole rate to a read order once it is ticked, and the limit again when that is taken back', async () => {
    const id = await given.read(customer, given.agent, card);
    expect(await totalOf(id)).toBe(LIMITED);
    const tick = (verified: boolean) =>
      server.call(given.supervisor, 'POST', `/orders/${id}/insurance-check`, { verified });
    expect((await tick(true)).body.order.totalAmount).toBe(FULL);
    expect((await tick(false)).body.order.totalAmount).toBe(LIMITED);
    await tick(true);
    expect((await given.payOrder(customer, id)).body.amount).toBe(FULL);
  });

  it('keeps the amount that is being paid', async () => {
    const id = await given.read(customer, given.agent, card);
    const { body } = await given.payOrder(customer, id);
    const tick = { verified: true };
    const refused = await server.call(given.supervisor, 'POST', `/orders/${id}/insurance-check`, tick);
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_BEING_PAID']);
    expect((await given.check(given.agent, card)).status).toBe(204);
    expect(await totalOf(id)).toBe(LIMITED);
    await providerDoes(server, body.transactionId, 'approve');
    const [order] = await server.db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ state: 'pending', paid: LIMITED });
  });

  it('is put on the list when it is limited, and its check sets unpaid orders to the whole rate', async () => {
    const id = await given.read(customer, given.agent, card);
    await given.pay(customer, card);
    expect((await given.listed(given.agent)).map(({ _id }) => _id)).toContain(card.id);
    expect((await given.check(given.supervisor, card)).status).toBe(204);
    expect(await totalOf(id)).toBe(FULL);
    expect(await titlesFor(customer)).toContain('Carte vérifiée');
  });

  it('that is refused takes nothing off, and cannot be used again until it is changed', async () => {
    const id = await given.read(customer, given.agent, card);
    await given.pay(customer, card);
    expect((await given.check(given.agent, card, 'expired')).status).toBe(204);
    expect(await totalOf(id)).toBe(500 + MEDICINES + MEDICINES / 10);
    expect(await titlesFor(customer)).toContain('Carte non acceptée');
    expect((await given.pay(customer, card)).body.code).toBe('INSURANCE_REFUSED');
    const mine = await server.call(customer, 'GET', '/insurances');
    expect(mine.body.insuranceCards).toMatchObject([{ refused: 'expired', verified: false }]);
    await server.call(customer, 'PUT', `/insurances/${card.id}`, { taux: 70 });
    expect((await given.pay(customer, card)).status).toBe(201);
  });
});

describe('with INSURANCE_STRICT', () => {
  beforeAll(async () => {
    given = await arrange({ settings: { insuranceStrict: true } });
    server = given.server;
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
  beforeEach(meet);

  it('an order without prescription can be paid with all the rate once the card was checked', async () => {
    const { status, body } = await given.pay(customer, card);
    expect([status, body.code, body.message]).toEqual([
      409,
      'INSURANCE_UNVERIFIED',
      'Nous vérifions votre carte d’assurance : vous serez prévenu.',
    ]);
    await given.pay(customer, card);
    expect((await titlesFor(given.agent)).filter((title) => title === 'Carte à vérifier')).toHaveLength(1);
    expect(await given.listed(given.agent)).toEqual([
      {
        _id: card.id,
        customer: customer.row.name,
        label: card.label,
        taux: 80,
        url: card.fileKey,
        askedAt: expect.any(String),
      },
    ]);
    // Its file may be opened while it waits.
    const open = () => server.call(given.agent, 'POST', '/upload/signed-url', { key: card.fileKey });
    expect((await open()).status).toBe(200);
    expect((await given.check(given.agent, card)).status).toBe(204);
    expect((await open()).status).toBe(404);
    expect(await given.listed(given.agent)).toEqual([]);
    expect(await titlesFor(customer)).toEqual(['Carte vérifiée']);
    expect((await given.pay(customer, card)).body.amount).toBe(FULL);
  });

  it('a read order can be paid after the tick, or with nothing off after a refusal', async () => {
    const id = await given.read(customer, given.agent, card);
    expect((await given.payOrder(customer, id)).body.code).toBe('INSURANCE_UNVERIFIED');
    expect((await given.check(given.agent, card, 'other-person')).status).toBe(204);
    const { body } = await given.payOrder(customer, id);
    expect(body.amount).toBe(500 + MEDICINES + MEDICINES / 10);
  });

  it('an order can be paid once its card was ticked on another order, since nobody is asked to check it again', async () => {
    const id = await given.read(customer, given.agent, card);
    const other = await given.read(customer, given.agent, card);
    const tick = { verified: true };
    await server.call(given.supervisor, 'POST', `/orders/${other}/insurance-check`, tick);
    const { status, body } = await given.payOrder(customer, id);
    expect([status, body.amount]).toEqual([201, FULL]);
    const { order } = (await server.call(customer, 'GET', `/orders/${id}`)).body;
    expect(order.insuranceCard.verified).toBe(true);
  });

  it('of twenty checks at once, one decides', async () => {
    await given.pay(customer, card);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        given.check(n % 2 === 0 ? given.agent : given.supervisor, card, n % 3 === 0 ? 'expired' : null),
      ),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(204)?.length, counts.get(409)?.length]).toEqual([1, 19]);
    expect(await titlesFor(customer)).toHaveLength(1);
  });

  it('a card that changed, or that waits for nothing, is not checked', async () => {
    expect((await given.check(given.agent, card)).body.code).toBe('CARD_CHECKED');
    await given.pay(customer, card);
    expect((await given.check(given.agent, card, null, { taux: 79 })).body.code).toBe('CARD_CHECKED');
    expect((await given.check(given.agent, card, null, { url: 'other' })).body.code).toBe('CARD_CHECKED');
    expect((await given.check(given.agent, card, 'unknown')).status).toBe(422);
    expect((await given.check(given.agent, { ...card, id: customer.row.id })).status).toBe(404);
    expect((await given.check(customer, card)).status).toBe(403);
  });
});

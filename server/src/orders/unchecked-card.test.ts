import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { providerDoes } from '../testing/pay.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';
import { closeUnpaidOrders } from './cancel.ts';
import { arrange, BOXES, type Card, type Given, totalOf } from './unchecked-card.fixture.ts';

const TOTAL = totalOf(BOXES);
const WITHOUT_CARD = totalOf(BOXES, 0);
const DAY = 24 * 3600;

let given: Given;
let server: TestApp;
let customer: Visitor;
let card: Card;

/** A customer with a card, and staff whose sessions have not ended. */
const meet = async () => {
  const [agent, supervisor] = [
    await server.session(given.agent.row),
    await server.session(given.supervisor.row),
  ];
  given = { ...given, agent, supervisor };
  customer = await server.signIn('customer');
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 80 });
};
const notesFor = ({ row }: Visitor) =>
  server.db.select().from(notifications).where(eq(notifications.userId, row.id));
const titlesFor = async (visitor: Visitor) => (await notesFor(visitor)).map(({ title }) => title);
const shown = async (id: string, who = customer) =>
  (await server.call(who, 'GET', `/orders/${id}`)).body.order;
const ordersOf = (visitor = customer) =>
  server.db.select().from(orders).where(eq(orders.customerId, visitor.row.id));
/** Pays for an order of boxes with the card that takes 800 F off each. */
const buy = async (boxes = BOXES, who = customer, itsCard = card) => {
  const { status, body } = await given.pay(who, itsCard, boxes);
  expect([status, body.amount]).toEqual([201, totalOf(boxes)]);
  await providerDoes(server, body.transactionId, 'approve');
};
const refusesUnchecked = async (boxes = BOXES, who = customer, itsCard = card) => {
  const { status, body } = await given.pay(who, itsCard, boxes);
  expect([status, body.code]).toEqual([409, 'INSURANCE_UNVERIFIED']);
};
const isPayable = async (boxes = BOXES, who = customer, itsCard = card) =>
  expect((await given.pay(who, itsCard, boxes)).status).toBe(201);
const placeAwaiting = async () => {
  await buy();
  const { status, body } = await given.place(customer, card);
  expect(status).toBe(201);
  return body.order as { _id: string; number: string };
};

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

  it('takes off what its rate says, to the franc, and the insurer owes that', async () => {
    await buy(25);
    const [order] = await ordersOf();
    expect(order).toMatchObject({ state: 'pending', total: totalOf(25), reduction: 20_000, cardRate: 80 });
    const { rows } = await server.pool.query(
      `select amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
       where j.order_id = $1 and account = 'insurer'`,
      [order?.id],
    );
    expect(rows).toEqual([{ amount: 20_000 }]);
  });

  it('is to be checked from its first use on, however small; the pharmacists and the supervisors are told once', async () => {
    await given.pay(customer, card, 1);
    await given.pay(customer, card, 2);
    expect((await given.listed(given.agent)).filter(({ _id }) => _id === card.id)).toMatchObject([
      { orders: [] },
    ]);
    await meet();
    const told = (await titlesFor(given.supervisor)).length;
    await given.read(customer, given.agent, card);
    expect((await given.listed(given.supervisor)).map(({ _id }) => _id)).toContain(card.id);
    await given.pay(customer, card, 1);
    const added = (await titlesFor(given.supervisor)).slice(told);
    expect(added.filter((title) => title === 'Carte à vérifier')).toHaveLength(1);
  });

  it('takes at most the limit off for one person in thirty days, over all orders', async () => {
    await buy();
    await refusesUnchecked(6);
    await isPayable(5);
    await refusesUnchecked(26);
    server.clock.advance(30 * DAY + 1);
    customer = await server.session(customer.row);
    await isPayable(25);
  });

  it('may not be used twice at once: of ten payments for different baskets, one is opened', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        given.pay(customer, card, BOXES, { deliveryAddress: `Portail ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('counts a declined payment while its portal is open, and one basket once', async () => {
    const first = await given.pay(customer, card);
    await isPayable();
    await providerDoes(server, first.body.transactionId, 'decline');
    await isPayable();
    await providerDoes(server, (await given.pay(customer, card)).body.transactionId, 'decline');
    await refusesUnchecked(21);
    server.clock.advance(16 * 60);
    await isPayable(21);
  });

  it('counts with the telephone, under another account too', async () => {
    await buy();
    const { phone } = customer.row;
    await server.db.update(users).set({ phone: null }).where(eq(users.id, customer.row.id));
    const again = await server.signIn('customer', { phone });
    const other = await buildInsuranceCard(server.db, { ownerId: again.row.id, rate: 80 });
    await refusesUnchecked(BOXES, again, other);
    await server.db.update(users).set({ phone: '+2290197000001' }).where(eq(users.id, again.row.id));
    const third = await server.signIn('customer');
    await isPayable(BOXES, third, await buildInsuranceCard(server.db, { ownerId: third.row.id, rate: 80 }));
  });

  it('does not count once it was ticked, on the order or on its own', async () => {
    await buy();
    const [paid] = await ordersOf();
    expect((await given.tick(given.supervisor, paid?.id ?? '')).status).toBe(200);
    await server.call(customer, 'PUT', `/insurances/${card.id}`, { taux: 79 });
    await isPayable(21);
    await meet();
    await buy();
    expect((await given.check(given.agent, card)).status).toBe(204);
    expect((await ordersOf())[0]?.cardVerified).toBe(true);
    await isPayable(100);
  });

  it('beyond the limit places the order unpaid, to be paid once it is ticked', async () => {
    await buy();
    await refusesUnchecked(BOXES + 1);
    const { status, body } = await given.place(customer, card, BOXES, { finalAmount: TOTAL });
    const { order } = body;
    expect([status, order.state, order.totalAmount, order.finalAmount]).toEqual([
      201,
      'pre-treatment',
      TOTAL,
      0,
    ]);
    expect(order.insuranceCard).toMatchObject({ verified: false, awaited: true });
    expect(order.allowedActions).toEqual(['pay', 'cancel']);
    const listed = (await given.listed(given.supervisor)).find(({ _id }) => _id === card.id);
    expect(listed?.orders).toEqual([order.number]);
    const paying = await given.payOrder(customer, order._id);
    expect([paying.status, paying.body.code]).toEqual([409, 'INSURANCE_UNVERIFIED']);
    expect((await given.check(given.agent, card)).status).toBe(204);
    expect((await shown(order._id)).insuranceCard).not.toHaveProperty('awaited');
    expect((await notesFor(customer)).find(({ title }) => title === 'Carte vérifiée')).toMatchObject({
      message: `Votre carte d’assurance est vérifiée : vous pouvez payer votre commande ${order.number}.`,
      link: `/tracking?order=${order._id}`,
    });
    const opened = await given.payOrder(customer, order._id);
    expect(opened.body.amount).toBe(TOTAL);
    await providerDoes(server, opened.body.transactionId, 'approve');
    expect(await shown(order._id)).toMatchObject({ state: 'pending', finalAmount: TOTAL });
  });

  it('sent again, is the same order; an order that can be paid at once is not placed unpaid', async () => {
    expect((await given.place(customer, card)).body.code).toBe('PAYMENT_REQUIRED');
    expect((await given.place(customer, null)).body.code).toBe('PAYMENT_REQUIRED');
    const order = await placeAwaiting();
    const answers = await Promise.all(Array.from({ length: 5 }, () => given.place(customer, card)));
    expect(answers.map(({ status, body }) => [status, body.order._id])).toEqual(
      Array(5).fill([200, order._id]),
    );
    expect((await given.place(customer, card, BOXES + 1)).body.order._id).not.toBe(order._id);
  });

  it('places the order of a code unpaid too, once, by one request', async () => {
    const doctor = await server.signIn('partnerDoctor');
    const items = [{ medication: given.medication, quantity: 30 }];
    const { id, number: prescriptionNumber } = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items,
    });
    const prescription = { prescription: { type: 'numerical', prescriptionNumber } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => given.place(customer, card, 1, prescription)),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect(counts.get(201)).toHaveLength(1);
    const order = counts.get(201)?.[0]?.body.order;
    expect((await ordersOf()).map((row) => row.prescriptionId)).toEqual([id]);
    const { body } = await given.payOrder(customer, order._id, { withoutInsurance: true });
    expect(body.amount).toBe(totalOf(30, 0));
    await providerDoes(server, body.transactionId, 'approve');
    expect((await shown(order._id)).state).toBe('pending');
  });

  it('can be taken off the waiting order, which is then paid at once', async () => {
    const { _id } = await placeAwaiting();
    const { status, body } = await given.payOrder(customer, _id, { withoutInsurance: true });
    expect([status, body.amount]).toEqual([201, WITHOUT_CARD]);
    await providerDoes(server, body.transactionId, 'approve');
    expect(await shown(_id)).toMatchObject({
      state: 'pending',
      finalAmount: WITHOUT_CARD,
      insuranceCard: null,
    });
    const { body: line } = await server.call(customer, 'GET', `/orders/${_id}/timeline`);
    expect(line.timeline.map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'remove-insurance',
      'pay',
    ]);
  });

  it('is not taken off while the order can be paid in an open portal', async () => {
    const id = await given.read(customer, given.agent, card);
    expect((await given.payOrder(customer, id)).body.amount).toBe(TOTAL);
    const { status, body } = await given.payOrder(customer, id, { withoutInsurance: true });
    expect([status, body.code]).toEqual([409, 'ORDER_BEING_PAID']);
  });

  it('keeps its order from being closed as unpaid while it waits for us', async () => {
    const { _id } = await placeAwaiting();
    const closeLater = async () => {
      server.clock.advance(20 * DAY);
      await closeUnpaidOrders(server.ctx);
      return (await ordersOf()).find(({ id }) => id === _id)?.state;
    };
    expect(await closeLater()).toBe('pre-treatment');
    await given.check(await server.session(given.agent.row), card);
    expect(await closeLater()).toBe('cancelled');
  });

  it('of a read order waits too, and is paid once ticked on the order', async () => {
    const id = await given.read(customer, given.agent, card, 100);
    expect((await given.payOrder(customer, id)).body.code).toBe('INSURANCE_UNVERIFIED');
    expect((await shown(id)).insuranceCard.awaited).toBe(true);
    const ticked = await given.tick(given.supervisor, id);
    expect(ticked.body.order).toMatchObject({ totalAmount: totalOf(100), insuranceCard: { verified: true } });
    expect((await given.payOrder(customer, id)).body.amount).toBe(totalOf(100));
  });

  it('that is refused leaves unpaid orders without it', async () => {
    const id = await given.read(customer, given.agent, card);
    const { _id } = await placeAwaiting();
    expect((await given.check(given.agent, card, 'expired')).status).toBe(204);
    for (const order of [await shown(id), await shown(_id)])
      expect(order).toMatchObject({ totalAmount: WITHOUT_CARD, insuranceReduction: 0, insuranceCard: null });
    expect(await titlesFor(customer)).toContain('Carte non acceptée');
    expect((await given.pay(customer, card)).body.code).toBe('INSURANCE_REFUSED');
  });
});

describe('an order of 0 F', () => {
  beforeAll(async () => {
    given = await arrange({});
    server = given.server;
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
  beforeEach(meet);

  it('is refused in words, and can be paid without the card', async () => {
    await server.db.update(insuranceCards).set({ rate: 100 }).where(eq(insuranceCards.id, card.id));
    await server.pool.query(`update zones set price_fcfa = 0`);
    await server.pool.query(`update medications set price_fcfa = 4`);
    const words = {
      code: 'NOTHING_TO_PAY',
      message:
        'Le total est de 0 F : il n’y a rien à payer. Ajoutez un médicament, ou commandez sans la carte.',
    };
    for (const send of [given.pay, given.place])
      expect(await send(customer, card, 1)).toMatchObject({ status: 409, body: words });
    const id = await given.read(customer, given.agent, { ...card, rate: 100 }, 1);
    expect(await shown(id)).toMatchObject({ totalAmount: 0 });
    expect(await given.payOrder(customer, id)).toMatchObject({ status: 409, body: words });
    expect((await given.payOrder(customer, id, { withoutInsurance: true })).body.amount).toBe(4);
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

  it('nothing is paid with a card before its check, and all of it after', async () => {
    const { status, body } = await given.pay(customer, card, 1);
    expect([status, body.code, body.message]).toEqual([
      409,
      'INSURANCE_UNVERIFIED',
      'Carte d’assurance à vérifier avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.',
    ]);
    expect(await given.listed(given.agent)).toEqual([
      {
        _id: card.id,
        customer: customer.row.name,
        label: card.label,
        taux: 80,
        url: card.fileKey,
        askedAt: expect.any(String),
        orders: [],
      },
    ]);
    // Its file may be opened while it waits.
    const open = () => server.call(given.agent, 'POST', '/upload/signed-url', { key: card.fileKey });
    expect((await open()).status).toBe(200);
    expect((await given.check(given.agent, card)).status).toBe(204);
    expect((await open()).status).toBe(404);
    expect(await given.listed(given.agent)).toEqual([]);
    expect(await titlesFor(customer)).toEqual(['Carte vérifiée']);
    expect((await given.pay(customer, card, 100)).body.amount).toBe(totalOf(100));
  });

  it('an order can be paid once its card was ticked on another order, since nobody is asked to check it again', async () => {
    const id = await given.read(customer, given.agent, card);
    const other = await given.read(customer, given.agent, card);
    await given.tick(given.supervisor, other);
    const { status, body } = await given.payOrder(customer, id);
    expect([status, body.amount]).toEqual([201, TOTAL]);
    expect((await shown(id)).insuranceCard.verified).toBe(true);
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

import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { longAgo } from '../builders/user.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { users } from '../database/schema/users.ts';
import type { Settings } from '../env.ts';
import { times } from '../testing/http.ts';
import { titlesTo } from '../testing/notices.ts';
import { providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { closeUnpaidOrders } from './cancel.ts';
import {
  balancesOf,
  eventsOf,
  orderRow,
  ordersOf,
  paymentsOf,
  payOrder,
  readOrder,
  readTimeline,
  server,
  startServer,
} from './orders.fixture.ts';

const DAY = 24 * 3600;
/** Twenty boxes use 16 000 F of the 20 000 F that may be taken off before a card is checked. */
const BOXES = 20;
/** Boxes at 1 000 F, 80 % covered, in a zone at 500 F. */
const totalOf = (boxes: number, rate = 80) => 500 + boxes * 10 * (110 - rate);
const TOTAL = totalOf(BOXES);
const WITHOUT_CARD = totalOf(BOXES, 0);
const UNVERIFIED = { status: 409, body: { code: 'INSURANCE_UNVERIFIED' } };

type Card = Awaited<ReturnType<typeof buildInsuranceCard>>;

let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let card: Card;
let zoneId: string;
let medication: MedicationRow;

startServer({}, async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor', { name: 'Rosine Adjovi' });
  zoneId = (await buildZone(server.db, { price: 500 })).id;
  medication = await buildMedication(server.db, { price: 1000 });
});
beforeEach(async () => {
  // Days pass, and sessions end.
  [agent, supervisor] = [await server.session(agent.row), await server.session(supervisor.row)];
  await meet();
});

const meet = async () => {
  customer = await server.signIn('customer');
  card = await cardOf(customer);
};
const cardOf = ({ row }: Visitor) => buildInsuranceCard(server.db, { ownerId: row.id, rate: 80 });
const cardRow = async () =>
  (await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, card.id)))[0]!;
const changeCard = (body: object) => server.call(customer, 'PUT', `/insurances/${card.id}`, body);
const settings = (change: Partial<Settings>) => Object.assign(server.ctx.settings, change);

const draft = (insuranceCard: string | null, boxes: number, change: object = {}) => ({
  prescription: { type: 'numerical', items: [{ medicationId: medication.id, quantity: boxes }] },
  deliveryZone: zoneId,
  deliveryAddress: 'Carré 1204, portail vert',
  insuranceCard,
  ...change,
});
interface Buyer {
  readonly who?: Visitor;
  readonly with?: { id: string } | null;
}
const pay = (boxes = BOXES, { who = customer, with: its = card }: Buyer = {}, change: object = {}) =>
  server.call(who, 'POST', '/payments', { order: draft(its?.id ?? null, boxes, change) });
const place = (boxes = BOXES, { who = customer, with: its = card }: Buyer = {}, change: object = {}) =>
  server.call(who, 'POST', '/orders', draft(its?.id ?? null, boxes, change));
/** Pays for an order of boxes with the card that takes 800 F off each. */
const buy = async (boxes = BOXES) => {
  const { status, body } = await pay(boxes);
  expect([status, body.amount]).toEqual([201, totalOf(boxes)]);
  await providerDoes(server, body.transactionId, 'approve');
};
const approve = (transactionId: string) => providerDoes(server, transactionId, 'approve');
/** The twenty boxes that are bought leave too little for twenty others. */
const placeAwaiting = async () => {
  await buy();
  const { status, body } = await place();
  expect(status).toBe(201);
  return body.order as { _id: string; number: string };
};
/** An order that was photographed, and then read by the agent. */
const photographAndRead = async (boxes = BOXES) => {
  const { key: url } = await buildFile(server.db, { ownerId: customer.row.id });
  const placed = await place(boxes, {}, { prescription: { type: 'physical', url } });
  expect(placed.status).toBe(201);
  const { _id } = placed.body.order;
  const { prescription } = draft(null, boxes);
  expect((await server.call(agent, 'PUT', `/orders/${_id}`, { prescription })).status).toBe(200);
  return _id as string;
};
/** Decides about the card itself. */
const check = (who: Visitor, refused: string | null = null, change: object = {}, id = card.id) => {
  const { rate, fileKey } = card;
  return server.call(who, 'POST', `/insurances/${id}/check`, {
    taux: rate,
    url: fileKey,
    refused,
    ...change,
  });
};
/** Decides about the card of an order. */
const tick = (orderId: string, verified: unknown = true, who = supervisor) =>
  server.call(who, 'POST', `/orders/${orderId}/insurance-check`, { verified });
const toCheck = async (who: Visitor): Promise<{ _id: string; orders: string[] }[]> =>
  (await server.call(who, 'GET', '/insurances/to-check')).body.cards;
const listed = async (who: Visitor) => (await toCheck(who)).find(({ _id }) => _id === card.id);
const titlesFor = ({ row }: Visitor) => titlesTo(server, row);

describe('ticking the card of an order', () => {
  const orderWithCard = (given: Partial<OrderFields> = {}) =>
    buildOrder(server.db, { customerId: customer.row.id, card, ...given });
  const ticksOf = async (id: string) =>
    (await readTimeline(id, supervisor)).filter(
      ({ action }: { action: string }) => action === 'check-insurance',
    );

  it('verifies it and the customer’s card, adds an event, and can be reverted', async () => {
    const { id } = await orderWithCard();
    const { status, body } = await tick(id);
    expect(status).toBe(200);
    const { label, fileKey: url } = card;
    expect(body.order.insuranceCard).toEqual({ _id: card.id, label, taux: 80, url, verified: true });
    expect((await cardRow()).verified).toBe(true);
    const ticked = {
      at: expect.any(String),
      actor: { name: 'Rosine Adjovi', type: 'supervisor' },
      action: 'check-insurance',
      from: 'false',
      to: 'true',
      reason: null,
    };
    expect(await ticksOf(id)).toEqual([ticked]);
    expect((await tick(id, false)).body.order.insuranceCard.verified).toBe(false);
    expect((await cardRow()).verified).toBe(false);
    expect(await ticksOf(id)).toMatchObject([ticked, { to: 'false' }]);
  });

  it('writes nothing when the value is unchanged, even for concurrent requests', async () => {
    const { id } = await orderWithCard();
    expect((await tick(id, false)).status).toBe(200);
    expect(await ticksOf(id)).toEqual([]);
    const responses = await Promise.all(times(20, () => tick(id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await ticksOf(id)).toHaveLength(1);
  });

  it.each<[string, () => Promise<{ status: number }>]>([
    ['whose rate changed', () => changeCard({ taux: 75 })],
    [
      'whose file changed',
      async () => {
        const { key } = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
        return changeCard({ url: key });
      },
    ],
    ['that was deleted', () => server.call(customer, 'DELETE', `/insurances/${card.id}`)],
  ])('does not verify a customer’s card %s', async (_name, change) => {
    const { id } = await orderWithCard();
    expect((await change()).status).toBeLessThan(300);
    expect((await tick(id)).body.order.insuranceCard.verified).toBe(true);
    expect((await cardRow()).verified).toBe(false);
  });

  it('lasts through another name of the card, and is reset by another rate, not on the order', async () => {
    const { id } = await orderWithCard();
    await tick(id);
    await changeCard({ label: 'Mutuelle' });
    expect((await cardRow()).verified).toBe(true);
    await changeCard({ taux: 70 });
    expect((await cardRow()).verified).toBe(false);
    const { insuranceCard } = await readOrder(id, customer);
    expect(insuranceCard).toMatchObject({ label: card.label, verified: true });
  });

  it('returns 409 for an order without card', async () => {
    const message = 'Cette commande n’a pas de carte d’assurance';
    const { id } = await buildOrder(server.db);
    expect(await tick(id)).toMatchObject({ status: 409, body: { code: 'NO_INSURANCE_CARD', message } });
  });

  it.each([undefined, null, 'true', 1])('returns 422 for %j', async (verified) => {
    const { id } = await orderWithCard();
    const path = `/orders/${id}/insurance-check`;
    const fields = { verified: 'Indiquez si la carte est vérifiée' };
    expect(await server.call(supervisor, 'POST', path, { verified })).toMatchObject({
      status: 422,
      body: { fields },
    });
  });

  it('is for agents on orders in their scope, and for supervisors on all orders', async () => {
    const other = await server.signIn('agent');
    const admin = await server.signIn('superAdmin');
    const { id } = await orderWithCard({ state: 'pre-treatment', items: [], agentId: agent.row.id });
    const paid = await orderWithCard();
    const statuses = [
      await tick(id, true, other),
      await tick(id, true, agent),
      await tick(id, false, admin),
      await tick(paid.id, true, agent),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 200, 200, 404]);
  });
});

describe('a card on the quote', () => {
  it('uses its rate, frozen with the payment and rounded half up', async () => {
    await server.db.update(insuranceCards).set({ rate: 37 }).where(eq(insuranceCards.id, card.id));
    const { id: medicationId } = await buildMedication(server.db, { price: 1250 });
    const prescription = { type: 'numerical', items: [{ medicationId, quantity: 3 }] };
    // 500 + 3 750 × 73 / 100 = 3 237.5
    const { body } = await pay(3, {}, { prescription, finalAmount: 3238 });
    expect(body.amount).toBe(3238);
    await server.db.update(insuranceCards).set({ rate: 80 }).where(eq(insuranceCards.id, card.id));
    await approve(body.transactionId);
    const [order] = await ordersOf(customer);
    const frozen = { cardRate: 37, cardUrl: card.fileKey, cardVerified: false };
    expect(order).toMatchObject({ total: 3238, reduction: 1387, ...frozen });
    expect(await balancesOf(order!.id)).toEqual({
      customer: 3238,
      insurer: 1387,
      pharmacy: -3750,
      courier: -500,
      commission: -375,
    });
  });

  it('returns 422 when it is deleted, unknown or another customer’s', async () => {
    const foreign = await buildInsuranceCard(server.db);
    const deleted = { deletedAt: server.clock.now(), fileKey: null };
    await server.db.update(insuranceCards).set(deleted).where(eq(insuranceCards.id, card.id));
    for (const id of [foreign.id, card.id, '01930000-0000-7000-8000-000000000000']) {
      const { status, body } = await pay(1, { with: { id } });
      const fields = { 'order.insuranceCard': 'Carte d’assurance introuvable' };
      expect([status, body.fields]).toEqual([422, fields]);
    }
    expect((await pay(1, { with: null })).body.amount).toBe(totalOf(1, 0));
  });
});

describe('a card that is not checked', () => {
  it('takes off what its rate says, to the franc, and the insurer owes that', async () => {
    await buy(25);
    const [order] = await ordersOf(customer);
    expect(order).toMatchObject({ state: 'pending', total: totalOf(25), reduction: 20_000, cardRate: 80 });
    expect((await balancesOf(order!.id)).insurer).toBe(20_000);
  });

  it('is to be checked from its first use on, however small; pharmacists and supervisors are told once', async () => {
    for (const boxes of [1, 2]) await pay(boxes);
    expect(await listed(agent)).toMatchObject({ orders: [] });
    await meet();
    const before = (await titlesFor(supervisor)).length;
    await photographAndRead();
    expect(await listed(supervisor)).toBeDefined();
    await pay(1);
    const added = (await titlesFor(supervisor)).slice(before);
    expect(added.filter((title) => title === 'Carte à vérifier')).toHaveLength(1);
  });

  it('takes at most the limit off for one person in thirty days, over all orders', async () => {
    await buy();
    expect(await pay(6)).toMatchObject(UNVERIFIED);
    expect((await pay(5)).status).toBe(201);
    expect(await pay(26)).toMatchObject(UNVERIFIED);
    server.clock.advance(30 * DAY + 1);
    customer = await server.session(customer.row);
    expect((await pay(25)).status).toBe(201);
  });

  it('may not be used twice at once: of ten payments for different baskets, one is opened', async () => {
    const answers = await Promise.all(times(10, (n) => pay(BOXES, {}, { deliveryAddress: `Portail ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('counts a declined payment while its portal is open, and one basket once', async () => {
    for (const _ of [1, 2]) {
      const { body } = await pay();
      expect((await pay()).status).toBe(201);
      await providerDoes(server, body.transactionId, 'decline');
    }
    expect(await pay(21)).toMatchObject(UNVERIFIED);
    server.clock.advance(16 * 60);
    expect((await pay(21)).status).toBe(201);
  });

  it('counts with the telephone that was proven, under another account too', async () => {
    const set = ({ row }: Visitor, change: object) =>
      server.db.update(users).set(change).where(eq(users.id, row.id));
    await set(customer, { phoneProvenAt: longAgo });
    await buy();
    await set(customer, { phone: null });
    const again = await server.signIn('customer', { phone: customer.row.phone, phoneProvenAt: longAgo });
    const other = { who: again, with: await cardOf(again) };
    expect(await pay(BOXES, other)).toMatchObject(UNVERIFIED);
    // Whoever types a number without proving it uses up nothing of its owner's.
    await set(again, { phoneProvenAt: null });
    expect((await pay(BOXES, other)).status).toBe(201);
    await set(again, { phone: '+2290197000001' });
    const third = await server.signIn('customer');
    expect((await pay(BOXES, { who: third, with: await cardOf(third) })).status).toBe(201);
  });

  it('counts with its photograph, under any account and telephone, two at once too', async () => {
    const sameFile = async (content: string) => {
      const who = await server.signIn('customer', { phoneProvenAt: longAgo });
      const { key: fileKey } = await buildFile(server.db, {
        ownerId: who.row.id,
        category: 'insurance',
        boundAt: server.clock.now(),
      });
      await server.ctx.files.write(fileKey, Buffer.from(content));
      return { who, with: await buildInsuranceCard(server.db, { ownerId: who.row.id, rate: 80, fileKey }) };
    };
    const people = [await sameFile('family'), await sameFile('family'), await sameFile('family')];
    const answers = await Promise.all(people.map((one) => pay(BOXES, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = people[answers.findIndex(({ status }) => status === 409)]!;
    expect((await place(BOXES, refused)).body.order.insuranceCard).toMatchObject({ awaited: true });
    expect((await pay(BOXES, await sameFile('another family'))).status).toBe(201);
  });

  it('needs a proven telephone where the operator wants one, and nothing else of an order does', async () => {
    settings({ phoneProof: true });
    const required = { status: 403, body: { code: 'PHONE_PROOF_REQUIRED' } };
    expect(await pay()).toMatchObject(required);
    expect(await place()).toMatchObject(required);
    expect((await pay(BOXES, { with: null })).status).toBe(201);
    await server.db.update(users).set({ phoneProvenAt: longAgo }).where(eq(users.id, customer.row.id));
    expect((await pay()).status).toBe(201);
    settings({ phoneProof: false });
  });

  it('asks for its check ten times a day at most, whatever is changed in between', async () => {
    for (let rate = 80; rate > 70; rate -= 1) {
      await changeCard({ taux: rate });
      expect((await pay(1, {}, { deliveryAddress: `Lot ${rate}` })).status).toBe(201);
    }
    await changeCard({ taux: 70 });
    expect((await pay(1)).status).toBe(429);
    expect((await pay(1, { with: null })).status).toBe(201);
  });

  it('does not count once it was ticked on the order, or checked on its own', async () => {
    await buy();
    expect((await tick((await ordersOf(customer))[0]!.id)).status).toBe(200);
    await changeCard({ taux: 79 });
    expect((await pay(21)).status).toBe(201);
    await meet();
    await buy();
    expect((await check(agent)).status).toBe(204);
    expect((await ordersOf(customer))[0]!.cardVerified).toBe(true);
    expect((await pay(100)).status).toBe(201);
  });

  it('beyond the limit places the order unpaid, to be paid once it is checked', async () => {
    await buy();
    expect(await pay(BOXES + 1)).toMatchObject(UNVERIFIED);
    const { status, body } = await place(BOXES, {}, { finalAmount: TOTAL });
    const { _id, number } = body.order;
    const insuranceCard = { verified: false, awaited: true };
    const waiting = { state: 'pre-treatment', totalAmount: TOTAL, finalAmount: 0, insuranceCard };
    expect([status, body.order]).toMatchObject([201, { ...waiting, allowedActions: ['pay', 'cancel'] }]);
    expect((await listed(supervisor))?.orders).toEqual([number]);
    expect(await payOrder(customer, _id)).toMatchObject(UNVERIFIED);
    expect((await check(agent)).status).toBe(204);
    expect((await readOrder(_id, customer)).insuranceCard).not.toHaveProperty('awaited');
    const { row } = customer;
    const ofHers = and(eq(notifications.userId, row.id), eq(notifications.title, 'Carte vérifiée'));
    expect(await server.db.select().from(notifications).where(ofHers)).toMatchObject([
      {
        message: `Votre carte d’assurance est vérifiée : vous pouvez payer votre commande ${number}.`,
        link: `/tracking?order=${_id}`,
      },
    ]);
    const opened = (await payOrder(customer, _id)).body;
    expect(opened.amount).toBe(TOTAL);
    await approve(opened.transactionId);
    expect(await readOrder(_id, customer)).toMatchObject({ state: 'pending', finalAmount: TOTAL });
  });

  it('places twenty orders a day at most, however often each is cancelled', async () => {
    settings({ uncheckedInsuranceLimit: 0 });
    const answers: number[] = [];
    for (let boxes = 1; boxes <= 21; boxes += 1) {
      const { status, body } = await place(boxes);
      answers.push(status);
      if (status !== 201) continue;
      const path = `/orders/${body.order._id}/status`;
      expect((await server.call(customer, 'PATCH', path, { state: 'cancelled' })).status).toBe(200);
    }
    settings({ uncheckedInsuranceLimit: 20_000 });
    expect(answers).toEqual([...Array(20).fill(201), 429]);
  });

  it('places one order when it is sent again, and none that can be paid at once', async () => {
    for (const its of [card, null])
      expect((await place(BOXES, { with: its })).body.code).toBe('PAYMENT_REQUIRED');
    const order = await placeAwaiting();
    const answers = await Promise.all(times(5, () => place()));
    expect(answers.map(({ status, body }) => [status, body.order._id])).toEqual(
      Array(5).fill([200, order._id]),
    );
    expect((await place(BOXES + 1)).body.order._id).not.toBe(order._id);
  });

  it('places the order of a code unpaid too, once, by one request', async () => {
    const doctor = await server.signIn('partnerDoctor');
    const items = [{ medication, quantity: 30 }];
    const { id, number } = await buildPrescription(server.db, { authorId: doctor.row.id, items });
    const prescription = { type: 'numerical', prescriptionNumber: number };
    const answers = await Promise.all(times(5, () => place(1, {}, { prescription })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect((await ordersOf(customer)).map((row) => row.prescriptionId)).toEqual([id]);
    const { _id } = made[0]!.body.order;
    const { body } = await payOrder(customer, _id, { withoutInsurance: true });
    expect(body.amount).toBe(totalOf(30, 0));
    await approve(body.transactionId);
    expect((await readOrder(_id, customer)).state).toBe('pending');
  });

  it('can be taken off the waiting order, which is then paid at once', async () => {
    const { _id } = await placeAwaiting();
    const { status, body } = await payOrder(customer, _id, { withoutInsurance: true });
    expect([status, body.amount]).toEqual([201, WITHOUT_CARD]);
    await approve(body.transactionId);
    const paid = { state: 'pending', finalAmount: WITHOUT_CARD, insuranceCard: null };
    expect(await readOrder(_id, customer)).toMatchObject(paid);
    const actions = (await readTimeline(_id, customer)).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['create', 'remove-insurance', 'pay']);
  });

  it('is not taken off while the order can be paid in an open portal', async () => {
    const id = await photographAndRead();
    expect((await payOrder(customer, id)).body.amount).toBe(TOTAL);
    const refused = await payOrder(customer, id, { withoutInsurance: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ORDER_BEING_PAID' } });
  });

  it('keeps its order from being closed as unpaid while it waits for us', async () => {
    const { _id } = await placeAwaiting();
    const closeLater = async () => {
      server.clock.advance(20 * DAY);
      await closeUnpaidOrders(server.ctx);
      return (await orderRow(_id)).state;
    };
    expect(await closeLater()).toBe('pre-treatment');
    await check(await server.session(agent.row));
    expect(await closeLater()).toBe('cancelled');
  });

  it('of a read order waits too, and is paid once ticked on the order', async () => {
    const id = await photographAndRead(100);
    expect(await payOrder(customer, id)).toMatchObject(UNVERIFIED);
    expect((await readOrder(id, customer)).insuranceCard.awaited).toBe(true);
    const ticked = { totalAmount: totalOf(100), insuranceCard: { verified: true } };
    expect((await tick(id)).body.order).toMatchObject(ticked);
    expect((await payOrder(customer, id)).body.amount).toBe(totalOf(100));
  });

  it('leaves unpaid orders without it once it is refused', async () => {
    const id = await photographAndRead();
    const { _id } = await placeAwaiting();
    expect((await check(agent, 'expired')).status).toBe(204);
    const uninsured = { totalAmount: WITHOUT_CARD, insuranceReduction: 0, insuranceCard: null };
    for (const each of [id, _id]) expect(await readOrder(each, customer)).toMatchObject(uninsured);
    expect(await titlesFor(customer)).toContain('Carte non acceptée');
    expect((await pay()).body.code).toBe('INSURANCE_REFUSED');
  });

  it('that leaves nothing to pay is refused in words, and the order can be paid without it', async () => {
    const setPrices = async (fee: number, price: number) => {
      await server.pool.query(`update zones set price_fcfa = $1`, [fee]);
      await server.pool.query(`update medications set price_fcfa = $1`, [price]);
    };
    await server.db.update(insuranceCards).set({ rate: 100 }).where(eq(insuranceCards.id, card.id));
    await setPrices(0, 4);
    const message =
      'Le total est de 0 F : il n’y a rien à payer. Ajoutez un médicament, ou commandez sans la carte.';
    const nothing = { status: 409, body: { code: 'NOTHING_TO_PAY', message } };
    for (const answer of [await pay(1), await place(1)]) expect(answer).toMatchObject(nothing);
    const id = await photographAndRead(1);
    expect(await readOrder(id, customer)).toMatchObject({ totalAmount: 0 });
    expect(await payOrder(customer, id)).toMatchObject(nothing);
    expect((await payOrder(customer, id, { withoutInsurance: true })).body.amount).toBe(4);
    await setPrices(500, 1000);
  });
});

describe('a card that is decided while its order is being paid', () => {
  let id: string;
  let transactionId: string;
  beforeEach(async () => {
    id = await photographAndRead();
    const { status, body } = await payOrder(customer, id);
    expect([status, body.amount]).toEqual([201, TOTAL]);
    ({ transactionId } = body);
  });

  const decide = async (refused: string | null) =>
    expect((await check(supervisor, refused)).status).toBe(204);
  const decline = () => providerDoes(server, transactionId, 'decline');
  const openPayments = async () => (await paymentsOf(customer)).filter(({ status }) => status === 'pending');
  const events = async (wanted: string) => (await eventsOf(id)).filter(({ action }) => action === wanted);
  const changed = { status: 409, body: { code: 'AMOUNT_CHANGED', quote: { total: WITHOUT_CARD } } };
  const expectNewAmount = async () => {
    expect(await payOrder(customer, id)).toMatchObject(changed);
    expect(await openPayments()).toEqual([]);
    expect((await payOrder(customer, id)).body.amount).toBe(WITHOUT_CARD);
  };

  it('is verified on the order at once when it was accepted, and no amount changes', async () => {
    await decide(null);
    expect(await orderRow(id)).toMatchObject({ total: TOTAL, cardVerified: true });
    expect(await events('check-insurance')).toMatchObject([
      { actorId: supervisor.row.id, from: 'false', to: 'true' },
    ]);
    expect((await payOrder(customer, id)).body).toMatchObject({ transactionId, amount: TOTAL });
    await approve(transactionId);
    expect(await orderRow(id)).toMatchObject({ state: 'pending', paid: TOTAL });
  });

  it('leaves the order at the next payment when it was refused, and says who refused it', async () => {
    await decide('expired');
    expect(await orderRow(id)).toMatchObject({ total: TOTAL, cardId: card.id });
    await decline();
    await expectNewAmount();
    const without = { reduction: 0, cardId: null, cardRate: null, cardUrl: null };
    expect(await orderRow(id)).toMatchObject(without);
    expect(await events('remove-insurance')).toMatchObject([
      { actorId: supervisor.row.id, from: String(TOTAL), to: String(WITHOUT_CARD) },
    ]);
  });

  it('when it was refused changes no amount while the portal is open, and does once it has closed', async () => {
    await decide('expired');
    expect((await payOrder(customer, id)).body).toMatchObject({ transactionId, amount: TOTAL });
    server.clock.advance(16 * 60);
    await expectNewAmount();
  });

  it('when it was refused does not count for an order whose card has changed since', async () => {
    await decide('expired');
    await changeCard({ taux: 70 });
    await decline();
    expect((await payOrder(customer, id)).body.amount).toBe(TOTAL);
  });

  it('when it was refused leaves once, of twenty payments at once, and one of the new amount opens', async () => {
    await decide('expired');
    await decline();
    const answers = await Promise.all(times(20, () => payOrder(customer, id)));
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.body.amount).toBe(WITHOUT_CARD);
      else expect(answer).toMatchObject(changed);
    }
    expect(answers.some(({ status }) => status === 409)).toBe(true);
    expect(await events('remove-insurance')).toHaveLength(1);
    const { body } = await payOrder(customer, id);
    expect(body.amount).toBe(WITHOUT_CARD);
    const { transactionId: opened } = body;
    expect(await openPayments()).toMatchObject([{ transactionId: opened, amount: WITHOUT_CARD }]);
  });

  it('when it is refused at the same time as payments leaves one amount, of the order and its payment', async () => {
    await decline();
    const again = () => payOrder(customer, id);
    const [, ...answers] = await Promise.all([decide('expired'), again(), again(), again(), again()]);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    let last = await again();
    if (last.status === 409) last = await again();
    expect([last.status, last.body.amount]).toEqual([201, (await orderRow(id)).total]);
    expect(await openPayments()).toMatchObject([{ amount: last.body.amount }]);
  });
});

describe('with INSURANCE_STRICT (rule 40)', () => {
  beforeEach(() => settings({ insuranceStrict: true }));
  afterEach(() => settings({ insuranceStrict: false }));

  it('nothing is paid with a card before its check, and all of it after', async () => {
    const message =
      'Carte d’assurance à vérifier avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.';
    expect(await pay(1)).toMatchObject({ status: 409, body: { code: 'INSURANCE_UNVERIFIED', message } });
    expect((await pay(1, { with: null })).status).toBe(201);
    expect(await listed(agent)).toEqual({
      _id: card.id,
      customer: customer.row.name,
      label: card.label,
      taux: 80,
      url: card.fileKey,
      askedAt: expect.any(String),
      orders: [],
    });
    // Its file may be opened while it waits.
    const open = () => server.call(agent, 'POST', '/upload/signed-url', { key: card.fileKey });
    expect((await open()).status).toBe(200);
    expect((await check(agent)).status).toBe(204);
    expect((await open()).status).toBe(404);
    expect(await listed(agent)).toBeUndefined();
    expect(await titlesFor(customer)).toEqual(['Carte vérifiée']);
    expect((await pay(100)).body.amount).toBe(totalOf(100));
  });

  it('an order is paid once its card was ticked on it or on another order, and so is the next one', async () => {
    const [id, other] = [await photographAndRead(), await photographAndRead()];
    expect(await payOrder(customer, id)).toMatchObject(UNVERIFIED);
    expect((await tick(other, true, agent)).body.order.insuranceCard.verified).toBe(true);
    for (const order of [id, other]) {
      expect((await payOrder(customer, order)).body.amount).toBe(TOTAL);
      expect((await readOrder(order, customer)).insuranceCard.verified).toBe(true);
    }
    expect((await pay(1)).status).toBe(201);
  });

  it('of twenty checks at once, one decides', async () => {
    await pay();
    const answers = await Promise.all(
      times(20, (n) => check(n % 2 === 0 ? agent : supervisor, n % 3 === 0 ? 'expired' : null)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(409)]);
    expect(await titlesFor(customer)).toHaveLength(1);
  });

  it('a card that changed, or that waits for nothing, is not checked', async () => {
    expect((await check(agent)).body.code).toBe('CARD_CHECKED');
    await pay();
    for (const change of [{ taux: 79 }, { url: 'other' }])
      expect((await check(agent, null, change)).body.code).toBe('CARD_CHECKED');
    expect((await check(agent, 'unknown')).status).toBe(422);
    expect((await check(agent, null, {}, customer.row.id)).status).toBe(404);
  });
});

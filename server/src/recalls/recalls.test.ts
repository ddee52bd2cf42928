import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { orderItems } from '../database/schema/orders.ts';
import { recallRecipients } from '../database/schema/recalls.ts';
import {
  assign,
  eventsOf,
  orderRow,
  payFor,
  payOrder,
  readOrder,
  sentencesTo,
  server,
  setState,
  startServer,
} from '../orders/orders.fixture.ts';
import { eraseOrders } from '../retention/queries.ts';
import { titlesTo } from '../testing/notices.ts';
import { fillBasket, openPayment, place, placePaidOrder, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { tellRecalls } from './tell.ts';

let supervisor: Visitor;
let admin: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let customer: Visitor;
let doctor: Visitor;
/** Before the clock of these tests, which begins there. */
const daysAgo = (days: number) => new Date(Date.parse('2026-11-20T10:00:00Z') - days * DAY_MS);
/** The medicine that is recalled, and a basket of three boxes of it. */
let medication: MedicationRow;
let basket: Awaited<ReturnType<typeof fillBasket>>;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
  courier = await server.signIn('deliveryPerson');
  doctor = await server.signIn('partnerDoctor', { verified: true });
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  basket = await fillBasket(server);
  medication = basket.medication;
});

const recall = (change: object = {}, by = supervisor) =>
  server.call(by, 'POST', '/recalls', {
    medicationId: medication.id,
    lots: [],
    advice: 'bring-back',
    source: 'ABMed, note 12 du 19 novembre',
    day: '2026-11-19',
    ...change,
  });
const made = async (change: object = {}): Promise<string> => {
  const { status, body } = await recall(change);
  expect(status).toBe(201);
  return body.recall._id;
};
const lift = (id: string, by = admin) => server.call(by, 'POST', `/recalls/${id}/lift`);
const readRecall = async (id: string) => (await server.call(supervisor, 'GET', `/recalls/${id}`)).body;
const received = async (who = customer) => (await server.call(who, 'GET', '/recalls/received')).body.recalls;
const smsTo = async (who: Visitor) =>
  (await server.messages()).filter(({ to }) => to === who.row.phone).map(({ text }) => text);
const writeBatch = (id: string, batch: string | null, expiresOn: string | null = null, by = pharmacy) =>
  server.call(by, 'PUT', `/orders/${id}/lines/${medication.id}/batch`, { batch, expiresOn });
const ready = (id: string) => server.call(pharmacy, 'POST', `/orders/${id}/ready`, { ready: true });
const build = (change: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(server.db, {
    customerId: customer.row.id,
    pharmacyId: pharmacy.row.id,
    deliveryPersonId: courier.row.id,
    items: [{ medication, quantity: 2 }],
    ...change,
  });
const setBatch = (orderId: string, batch: string) =>
  server.db.update(orderItems).set({ batch }).where(eq(orderItems.orderId, orderId));

describe('all lots of a medicine', () => {
  const REFUSED = { status: 409, body: { code: 'MEDICINE_RECALLED' } };
  const message = () =>
    `Médicament rappelé : ${medication.label} n’est plus commandé. Retirez-le pour continuer.`;

  it('are not ordered any more, by any door, until the recall is lifted', async () => {
    const waiting = await build({ state: 'pre-treatment', pharmacyId: null, deliveryPersonId: null });
    const written = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [{ medication, quantity: 1 }],
    });
    const before = await build({ state: 'ended' });
    const agent = await server.signIn('agent');
    const unread = await build({
      state: 'pre-treatment',
      items: [],
      pharmacyId: null,
      deliveryPersonId: null,
    });
    const code = { type: 'numerical', prescriptionNumber: written.number };
    const { token, payLink } = (await server.call(customer, 'POST', '/pay-links', { orderId: waiting.id }))
      .body;
    const id = await made();
    // Whoever pays for her reads nothing of it.
    const opened = await server.call(null, 'POST', '/pay-links/pay', { token, amount: payLink.amount });
    expect([opened.body.code, JSON.stringify(opened.body)]).toEqual([
      'PAY_LINK_CHANGED',
      expect.not.stringMatching(/rappel/i),
    ]);
    const refused = await payFor(customer, basket.order);
    expect([refused.status, refused.body.message]).toEqual([409, message()]);
    const doors = {
      'a basket': refused,
      'an order': await server.call(customer, 'POST', '/orders', basket.order),
      'an unpaid order': await payOrder(customer, waiting.id),
      'a code': await payFor(customer, { ...basket.order, prescription: code }),
      'a pay link': await server.call(customer, 'POST', '/pay-links', { orderId: waiting.id }),
      'what a pharmacist writes': await server.call(agent, 'PUT', `/orders/${unread.id}`, {
        prescription: { items: [{ medicationId: medication.id, quantity: 1 }] },
      }),
    };
    for (const [door, { status, body }] of Object.entries(doors))
      expect([door, { status, body: { code: body.code } }]).toEqual([door, REFUSED]);
    const { again } = (await server.call(customer, 'GET', `/orders/${before.id}/again`)).body;
    expect(again).toMatchObject({ items: [], gone: [medication.label] });
    expect((await lift(id)).status).toBe(200);
    expect((await payFor(customer, basket.order)).status).toBe(201);
  });

  it('are found by those who prescribe or manage, as recalled; not by customers', async () => {
    const find = async (who: Visitor) =>
      (await server.call(who, 'GET', `/medications/search?q=${encodeURIComponent(medication.label)}`)).body
        .medications;
    await made();
    expect(await find(customer)).toEqual([]);
    for (const who of [doctor, supervisor])
      expect(await find(who)).toMatchObject([{ _id: medication.id, recalled: true }]);
  });

  it('stay stopped by one recall when another one is lifted', async () => {
    const [all, some] = [await made(), await made({ lots: ['AB12'] })];
    expect((await lift(some)).status).toBe(200);
    expect((await payFor(customer, basket.order)).status).toBe(409);
    const { body } = await lift(all);
    expect(body.recall.lifted).toEqual({ at: expect.any(String), by: admin.row.name });
    // Again, by another one: nothing changes.
    expect((await lift(all, supervisor)).body.recall.lifted).toEqual(body.recall.lifted);
  });

  it('are recalled once at a time, and of a medicine of the catalogue', async () => {
    await made();
    expect((await recall()).body.code).toBe('RECALL_EXISTS');
    const { status, body } = await recall({ medicationId: customer.row.id });
    expect([status, body.fields]).toEqual([422, { medicationId: 'Médicament inconnu' }]);
  });

  it('make a payment wait that arrives meanwhile: it is an order, which neither pharmacy nor courier goes on with', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    await made();
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, customer, basket.order, transactionId);
    expect([status, body.order.state]).toEqual([200, 'pending']);
    const { _id: id, number } = body.order;
    for (const person of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
      expect((await assign(supervisor, id, person)).status).toBe(200);
    const problem = { reason: 'recalled', medicationId: medication.id };
    expect((await readOrder(id, supervisor)).problem).toMatchObject(problem);
    expect((await ready(id)).body.code).toBe('SHORTAGE_OPEN');
    expect((await setState(courier, id, 'delivering')).body.code).toBe('SHORTAGE_OPEN');
    const { allowedActions } = await readOrder(id, pharmacy);
    expect([allowedActions, (await readOrder(id, courier)).allowedActions]).toEqual([[], []]);
    expect(await sentencesTo(supervisor, number)).toContain(
      `Médicament rappelé : ${number} attend votre décision.`,
    );
    expect((await sentencesTo(customer, number)).join()).not.toMatch(/rappel|médicament/i);
    // She has decided.
    expect((await server.call(supervisor, 'DELETE', `/orders/${id}/problem`)).status).toBe(204);
    expect((await ready(id)).status).toBe(200);
  });

  it('make an unpaid order wait that is paid meanwhile', async () => {
    const order = await build({ state: 'pre-treatment', pharmacyId: null, deliveryPersonId: null });
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    await made();
    await providerDoes(server, transactionId, 'approve');
    await server.call(customer, 'PUT', `/orders/${order.id}`, { transactionId });
    expect(await orderRow(order.id)).toMatchObject({ state: 'pending', problem: 'recalled' });
  });

  it('make paid orders wait that are prepared, or on their way', async () => {
    const orders = { pending: await build(), delivering: await build({ state: 'delivering' }) };
    expect((await ready(orders.pending.id)).status).toBe(200);
    const delivered = await build({ state: 'delivered' });
    const id = await made();
    expect(await orderRow(orders.pending.id)).toMatchObject({ problem: 'recalled', readyAt: null });
    expect(await orderRow(orders.delivering.id)).toMatchObject({ problem: 'recalled' });
    expect(await orderRow(delivered.id)).toMatchObject({ problem: null });
    expect((await readRecall(id)).recall.waiting).toHaveLength(2);
    expect((await eventsOf(orders.pending.id)).at(-1)).toMatchObject({
      action: 'report-problem',
      to: 'recalled',
      actorId: null,
    });
    // What is on its way may still be handed over: it may have been already.
    const actions = ['start-waiting', 'mark-delivered'];
    expect((await readOrder(orders.delivering.id, courier)).allowedActions).toEqual(actions);
    const back = { reason: 'breakdown', medicinesAt: 'pharmacy' };
    await server.call(supervisor, 'POST', `/orders/${orders.delivering.id}/return`, back);
    expect(await orderRow(orders.delivering.id)).toMatchObject({ state: 'pending', problem: 'recalled' });
    const reported = { reason: 'pharmacy-closing' };
    const hidden = await server.call(pharmacy, 'POST', `/orders/${orders.pending.id}/shortage`, reported);
    expect([hidden.status, hidden.body.code]).toEqual([409, 'SHORTAGE_OPEN']);
  });

  it('wait until all boxes of the line are given back', async () => {
    const other = await buildMedication(server.db, { price: 2005 });
    const items = [...basket.order.prescription.items, { medicationId: other.id, quantity: 1 }];
    const order = { ...basket.order, prescription: { type: 'numerical', items } } as const;
    const { _id } = await placePaidOrder(server, customer, { ...basket, order });
    await made();
    const give = (givenBack: number) =>
      server.call(supervisor, 'POST', `/orders/${_id}/give-back`, {
        lines: [{ medicationId: medication.id, givenBack }],
        reason: 'other',
      });
    expect((await give(2)).body.order.problem.reason).toBe('recalled');
    expect((await give(3)).body.order.problem).toBeNull();
  });
});

describe('an order with two recalled medicines', () => {
  it.each([
    ['all lots', []],
    ['some lots', ['B1']],
  ])('waits for the second one, of which %s are recalled', async (_, lots) => {
    const other = await buildMedication(server.db, { price: 2005 });
    const items = [...basket.order.prescription.items, { medicationId: other.id, quantity: 1 }];
    const order = { ...basket.order, prescription: { type: 'numerical', items } } as const;
    const { _id } = await placePaidOrder(server, customer, { ...basket, order });
    await made();
    await made({ medicationId: other.id, lots });
    const lines = [{ medicationId: medication.id, givenBack: 3 }];
    await server.call(supervisor, 'POST', `/orders/${_id}/give-back`, { lines, reason: 'other' });
    expect(await orderRow(_id)).toMatchObject({ problem: 'recalled', problemMedicationId: other.id });
  });

  it('waits for the second one, once a supervisor has decided about the first', async () => {
    const other = await buildMedication(server.db);
    const order = await build({
      items: [
        { medication, quantity: 2 },
        { medication: other, quantity: 1 },
      ],
    });
    await made();
    server.clock.advance(60);
    await made({ medicationId: other.id });
    const solve = () => server.call(supervisor, 'DELETE', `/orders/${order.id}/problem`);
    await solve();
    expect(await orderRow(order.id)).toMatchObject({ problem: 'recalled', problemMedicationId: other.id });
    await solve();
    expect((await orderRow(order.id)).problem).toBeNull();
  });
});

describe('named lots', () => {
  it('stay ordered; the pharmacy reads them, and cannot write them', async () => {
    const order = await build();
    await made({ lots: ['ab 12', 'C/3', 'AB12'] });
    const { body } = await server.call(pharmacy, 'GET', '/recalls/to-prepare');
    const mine = body.recalls.find(
      ({ medication: one }: { medication: { _id: string } }) => one._id === medication.id,
    );
    expect(mine).toMatchObject({ lots: ['AB12', 'C/3'], asks: true, boxes: null });
    expect((await payFor(customer, basket.order)).status).toBe(201);
    const { status, body: refused } = await writeBatch(order.id, 'ab12');
    expect([status, refused.code]).toEqual([409, 'BATCH_RECALLED']);
    expect((await writeBatch(order.id, 'ab13')).status).toBe(200);
  });

  it.each([
    ['AB12', 'recalled'],
    ['OTHER', null],
    [null, 'recalled'],
  ])('make an order wait whose batch is %s: %s', async (batch, problem) => {
    const order = await build();
    if (batch !== null) await setBatch(order.id, batch);
    await made({ lots: ['AB12'] });
    expect((await orderRow(order.id)).problem).toBe(problem);
  });
});

describe('what is printed on a box', () => {
  it('is written once by its pharmacy, read by it and by those who supervise, and may be erased', async () => {
    const { id } = await build();
    for (const time of [1, 2])
      expect([time, (await writeBatch(id, 'ab12', '2026-12-12')).status]).toEqual([time, 200]);
    const lineFor = async (who: Visitor) => (await readOrder(id, who)).prescription.items[0];
    for (const who of [pharmacy, supervisor])
      expect(await lineFor(who)).toMatchObject({ batch: 'AB12', expiresOn: '2026-12-12' });
    expect(await lineFor(customer)).not.toHaveProperty('batch');
    expect((await eventsOf(id)).filter(({ action }) => action === 'write-batch')).toHaveLength(1);
    expect((await writeBatch(id, null)).status).toBe(200);
    expect(await lineFor(pharmacy)).not.toHaveProperty('expiresOn');
  });

  it.each([
    [-1, 422],
    [0, 200],
  ])('is refused when its last day is over: %i days from today → %i', async (days, status) => {
    const { id } = await build();
    const day = addDays(dayInBenin(server.clock.now()), days);
    expect((await writeBatch(id, 'A1', day)).status).toBe(status);
  });

  it('is of an order that the pharmacy has in hand', async () => {
    const other = await server.signIn('pharmacy', { isPartner: true });
    const { id } = await build();
    const gone = await build({ state: 'delivering' });
    expect((await writeBatch(id, 'A1', null, other)).status).toBe(404);
    expect((await writeBatch(gone.id, 'A1')).body.code).toBe('STATE_CHANGED');
    const elsewhere = await server.call(pharmacy, 'PUT', `/orders/${id}/lines/${other.row.id}/batch`, {
      batch: 'A1',
      expiresOn: null,
    });
    expect(elsewhere.status).toBe(404);
  });

  it('counts by pharmacy, over 30 days', async () => {
    const createdAt = server.clock.now();
    const [one] = [await build({ createdAt }), await build({ createdAt })];
    await setBatch(one.id, 'A1');
    await server.pool.query('update orders set ready_at = $2 where pharmacy_id = $1', [
      pharmacy.row.id,
      createdAt,
    ]);
    const { pharmacies } = (await server.call(supervisor, 'GET', '/recalls/written-batches')).body;
    expect(pharmacies).toContainEqual({
      pharmacy: { _id: pharmacy.row.id, name: pharmacy.row.name },
      lines: 2,
      written: 1,
    });
  });
});

describe('who received it', () => {
  const SMS = (number: string) =>
    `Amasin : un message important sur votre commande ${number} vous attend. Ouvrez Amasin pour le lire.`;

  it('is told once, of the last of several orders, without a word of health; reads the rest, and answers', async () => {
    await build({ state: 'ended', paidAt: daysAgo(300) });
    const { number } = await build({ state: 'delivered' });
    const id = await made({ lots: ['AB12'], note: 'Gardez la boîte.' });
    await Promise.all([tellRecalls(server.ctx), tellRecalls(server.ctx)]);
    await tellRecalls(server.ctx);
    expect(await smsTo(customer)).toEqual([SMS(number)]);
    const titles = await titlesTo(server, customer.row);
    expect(titles).toEqual(['Message important']);
    const counts = async () => (await readRecall(id)).recall.customers;
    expect(await counts()).toEqual({ all: 1, told: 1, reached: 1, answered: 0, kept: 0 });
    expect(await received()).toEqual([
      {
        _id: id,
        medication: { _id: medication.id, label: medication.label, form: medication.form },
        lots: ['AB12'],
        advice: 'bring-back',
        note: 'Gardez la boîte.',
        source: 'ABMed, note 12 du 19 novembre',
        day: '2026-11-19',
        createdAt: expect.any(String),
        order: { _id: expect.any(String), number },
        maybe: true,
        lifted: false,
        answered: false,
        kept: null,
      },
    ]);
    const answer = (body: object, who = customer) => server.call(who, 'POST', `/recalls/${id}/answer`, body);
    expect((await answer({})).status).toBe(204);
    expect((await answer({ kept: true })).status).toBe(204);
    // Read again, without a word of it: what was said stays.
    expect((await answer({})).status).toBe(204);
    expect(await received()).toMatchObject([{ answered: true, kept: true }]);
    expect(await counts()).toMatchObject({ answered: 1, kept: 1 });
    expect((await answer({}, await server.signIn('customer'))).status).toBe(404);
  });

  it.each([
    ['delivered', {}, 'A1', [], false],
    ['of a named lot', {}, 'A1', ['A1'], false],
    ['of an unknown lot', {}, null, ['A1'], true],
    ['of another lot', {}, 'B2', ['A1'], null],
    ['not delivered', { state: 'pending' }, null, [], null],
    ['paid 366 days before', { paidAt: daysAgo(366) }, null, [], null],
    ['paid 364 days before', { paidAt: daysAgo(364) }, null, [], false],
  ] as const)('is who has an order %s', async (_, change, batch, lots, maybe) => {
    const order = await build({ state: 'ended', ...change });
    if (batch !== null) await setBatch(order.id, batch);
    await made({ lots: [...lots] });
    await tellRecalls(server.ctx);
    const found = await received();
    expect(found.map((one: { maybe: boolean }) => one.maybe)).toEqual(maybe === null ? [] : [maybe]);
  });

  it('is not who got the money of it back before the handover', async () => {
    const other = await buildMedication(server.db, { price: 2005 });
    const items = [...basket.order.prescription.items, { medicationId: other.id, quantity: 1 }];
    const order = { ...basket.order, prescription: { type: 'numerical', items } } as const;
    const { _id } = await placePaidOrder(server, customer, { ...basket, order });
    const lines = [{ medicationId: medication.id, givenBack: 3 }];
    await server.call(supervisor, 'POST', `/orders/${_id}/give-back`, { lines, reason: 'unavailable' });
    for (const person of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
      await assign(supervisor, _id, person);
    server.clock.advance(60);
    await setState(courier, _id, 'delivering');
    expect((await setState(courier, _id, 'delivered')).status).toBe(200);
    await made();
    await tellRecalls(server.ctx);
    expect(await received()).toEqual([]);
  });

  it('is told of what was on its way at that moment, once it is delivered', async () => {
    const order = await build({ state: 'delivering' });
    await made();
    await tellRecalls(server.ctx);
    expect(await received()).toEqual([]);
    expect((await setState(courier, order.id, 'delivered')).status).toBe(200);
    await tellRecalls(server.ctx);
    expect(await received()).toHaveLength(1);
  });

  it('is not told any more once it is lifted', async () => {
    await build({ state: 'delivered' });
    await lift(await made());
    await tellRecalls(server.ctx);
    expect(await smsTo(customer)).toEqual([]);
  });

  it('is forgotten with the medicines of the order', async () => {
    const { id } = await build({ state: 'ended' });
    await made();
    await tellRecalls(server.ctx);
    await eraseOrders(server.db, sql`select ${id}::uuid as id`, 1, server.clock.now());
    expect(await server.db.select().from(recallRecipients).where(eq(recallRecipients.orderId, id))).toEqual(
      [],
    );
  });
});

describe('a pharmacy', () => {
  it('that prepared it in the last year is asked, and answers once', async () => {
    await build({ state: 'ended' });
    const old = await server.signIn('pharmacy');
    await build({ state: 'ended', pharmacyId: old.row.id, paidAt: daysAgo(400) });
    const id = await made();
    const title = 'Médicament rappelé';
    expect([await titlesTo(server, pharmacy.row), await titlesTo(server, old.row)]).toEqual([[title], []]);
    const answer = (boxes: number, who = pharmacy) =>
      server.call(who, 'POST', `/recalls/${id}/stock`, { boxes });
    expect((await answer(4)).status).toBe(204);
    expect((await answer(4)).status).toBe(204);
    expect((await answer(0)).body.code).toBe('RECALL_ANSWERED');
    expect((await answer(0, old)).status).toBe(404);
    const { recall: one, pharmacies } = await readRecall(id);
    expect(one.pharmacies).toEqual({ told: 1, answered: 1, boxes: 4 });
    expect(pharmacies).toEqual([{ _id: pharmacy.row.id, name: pharmacy.row.name, boxes: 4 }]);
  });
});

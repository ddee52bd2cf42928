import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildInquiry } from '../builders/inquiry.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildStock } from '../builders/stock.ts';
import { inquiries } from '../database/schema/inquiries.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { orderItems, substitutions } from '../database/schema/orders.ts';
import { pushSubscriptions, sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { closeUnpaidOrders } from './cancel.ts';
import { followInquiries } from './inquire.ts';
import {
  buildUnread,
  eventsOf,
  orderRow,
  payFor,
  payOrder,
  prescriptionRow,
  readOrder,
  sentencesTo,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';

// Rule 64: pharmacies say what they have before money moves.

let supervisor: Visitor;
let agent: Visitor;
let doctor: Visitor;
let customer: Visitor;
/** In the order in which they are asked. */
let pharmacies: Visitor[];
let basket: Basket;
/** Two boxes at 1 000 F, and one at 2 000 F: medicines 4 000, commission 400, fee 700. */
let arrow: MedicationRow;
let syrup: MedicationRow;
/** The equivalent of the first, and one that is not. */
let clamoxyl: MedicationRow;
let weak: MedicationRow;

const amoxicillin = { form: 'capsule', substances: 'Amoxicilline', dosage: '500 mg' } as const;
let maker = 0;

startServer({ settings: { askPharmacies: 'always', smsMoments: ['inquiry', 'found'] } }, async () => {
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
});
beforeEach(async () => {
  await server.db.update(medications).set({ deletedAt: server.clock.now() });
  await server.db.update(users).set({ active: false }).where(eq(users.type, 'pharmacy'));
  await server.db.delete(sessions).where(eq(sessions.userId, customer?.row.id ?? supervisor.row.id));
  supervisor = await server.session(supervisor.row);
  doctor = await server.signIn('partnerDoctor', { verified: true });
  customer = await server.signIn('customer');
  pharmacies = [];
  for (const name of ['Akpakpa', 'Bidossessi', 'Camp Guézo', 'Dantokpa', 'Étoile'])
    pharmacies.push(await server.signIn('pharmacy', { isPartner: true, name: `Pharmacie ${name}` }));
  await touch(...pharmacies);
  basket = await fillBasket(server);
  maker += 1;
  const build = (name: string, price: number, more: object = {}) =>
    buildMedication(server.db, { ...amoxicillin, label: `${name} ${maker} 500 mg, gélule`, price, ...more });
  arrow = await build('AMOXICILLINE ARROW', 1_000);
  clamoxyl = await build('CLAMOXYL', 1_500);
  weak = await build('AMOXICILLINE', 600, { dosage: '250 mg' });
  syrup = await buildMedication(server.db, { price: 2_000 });
});

/** Makes the devices of these people just used. */
async function touch(...people: readonly Visitor[]) {
  for (const { row } of people)
    await server.db
      .update(sessions)
      .set({ lastSeenAt: server.clock.now() })
      .where(eq(sessions.userId, row.id));
}

const draft = (prescription: object = {}, more: object = {}) => ({
  prescription: {
    type: 'numerical',
    ...('prescriptionNumber' in prescription
      ? prescription
      : {
          items: [
            { medicationId: arrow.id, quantity: 2 },
            { medicationId: syrup.id, quantity: 1 },
          ],
        }),
  },
  deliveryZone: basket.zone.id,
  deliveryAddress: basket.order.deliveryAddress,
  ...more,
});

const placeDraft = (order: object = draft(), who = customer) => server.call(who, 'POST', '/orders', order);
async function asked(order: object = draft()): Promise<string> {
  const { status, body } = await placeDraft(order);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.order._id;
}
const prescribe = (change: object = {}) =>
  buildPrescription(server.db, {
    authorId: doctor.row.id,
    createdAt: server.clock.now(),
    items: [
      { medication: arrow, quantity: 2, ...change },
      { medication: syrup, quantity: 1 },
    ],
  });

const P = (n: number): Visitor => {
  const found = pharmacies[n];
  if (found === undefined) throw new Error('no such pharmacy');
  return found;
};
const mine = async (who: Visitor) => (await server.call(who, 'GET', '/inquiries')).body.inquiries;
async function inquiryOf(who: Visitor, orderId: string): Promise<string> {
  const rows = await rowsOf(orderId);
  return rows.findLast(({ pharmacyId }) => pharmacyId === who.row.id)?.id ?? '';
}
const rowsOf = (orderId: string) =>
  server.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.orderId, orderId))
    .orderBy(asc(inquiries.askedAt), asc(inquiries.id));
/** Who was asked and what became of it, as « 0 answered ». */
const stateOf = async (orderId: string) =>
  (await rowsOf(orderId)).map(
    ({ pharmacyId, state }) => `${pharmacies.findIndex(({ row }) => row.id === pharmacyId)} ${state}`,
  );

type Line = object | string;
async function answer(n: number, orderId: string, lines: readonly [Line, Line], done = true) {
  const [first, second] = lines.map((line) => (typeof line === 'string' ? { answer: line } : line));
  return server.call(P(n), 'PUT', `/inquiries/${await inquiryOf(P(n), orderId)}`, {
    lines: [
      { medicationId: arrow.id, ...first },
      { medicationId: syrup.id, ...second },
    ],
    done,
  });
}
const take = (id: string, inquiryId: string, more: object = {}) =>
  server.call(customer, 'POST', `/orders/${id}/offer`, { inquiryId, ...more });
const again = (id: string, declined?: string) =>
  server.call(customer, 'POST', `/orders/${id}/inquiry`, { declined });
async function pay(id: string) {
  const { status, body } = await payOrder(customer, id);
  if (status !== 201) return body.code;
  await providerDoes(server, body.transactionId, 'approve');
  await server.call(customer, 'PUT', `/orders/${id}`, {
    transactionId: body.transactionId,
    state: 'pending',
  });
  return body.amount;
}
const wait = async (minutes: number) => {
  server.clock.advance(minutes * 60);
  await touch(...pharmacies);
  await followInquiries(server.ctx);
};
const linesOf = (id: string) =>
  server.db
    .select({ medicationId: orderItems.medicationId, quantity: orderItems.quantity, price: orderItems.price })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position));
const smsTo = async ({ row }: Visitor) =>
  (await server.messages()).filter(({ to }) => to === row.phone).map(({ text }) => text);

describe('before an order is paid', () => {
  it.each([
    ['never', false, false],
    ['prescribed', false, true],
    ['always', true, true],
  ] as const)(
    '%s: asks about what is ordered without a prescription %s, with one %s',
    async (mode, without, withOne) => {
      const settings = server.ctx.settings as { askPharmacies: string };
      settings.askPharmacies = mode;
      try {
        const coded = draft({ prescriptionNumber: (await prescribe()).number });
        const refused = async (order: object) =>
          (await payFor(customer, order)).body.code === 'PHARMACY_ASKED';
        expect([await refused(draft()), await refused(coded)]).toEqual([without, withOne]);
      } finally {
        settings.askPharmacies = 'always';
      }
    },
  );

  it('asks nobody when a list of today has everything, and takes not one call more', async () => {
    for (const { id } of [arrow, syrup])
      await buildStock(server.db, { pharmacyId: P(3).row.id, medicationId: id, seenAt: server.clock.now() });
    expect((await payFor(customer, draft())).status).toBe(201);
    expect(await placeDraft()).toMatchObject({ status: 402 });
  });

  it('asks where one line is not in the list, and about that line only', async () => {
    await buildStock(server.db, {
      pharmacyId: P(0).row.id,
      medicationId: arrow.id,
      seenAt: server.clock.now(),
    });
    const id = await asked();
    const [inquiry] = await mine(P(0));
    expect(inquiry.lines.map(({ known, answer: said }: Record<string, unknown>) => [known, said])).toEqual([
      ['list', 'there'],
      [undefined, null],
    ]);
    expect(JSON.stringify(inquiry)).not.toContain(customer.row.name);
    expect(await stateOf(id)).toEqual(['0 asked']);
  });

  it('sent again, it is the same order and rings once', async () => {
    const [one, other] = [await placeDraft(), await placeDraft()];
    expect([one.status, other.status, other.body.order._id]).toEqual([201, 200, one.body.order._id]);
    expect(await mine(P(0))).toHaveLength(1);
  });

  it('nobody to ask: it is paid as before', async () => {
    await server.db.update(users).set({ active: false }).where(eq(users.type, 'pharmacy'));
    expect((await payFor(customer, draft())).status).toBe(201);
  });

  it('asks twenty times a day at most', async () => {
    const id = await asked();
    for (let n = 1; n < 20; n += 1) {
      await server.db.update(inquiries).set({ state: 'refused', answeredAt: server.clock.now() });
      expect((await again(id)).status).toBe(200);
    }
    await server.db.update(inquiries).set({ state: 'refused', answeredAt: server.clock.now() });
    expect((await again(id)).status).toBe(429);
  });

  it('pays without waiting where the house allows it', async () => {
    const id = await asked();
    expect((await payOrder(customer, id)).body.code).toBe('PHARMACY_ASKED');
    const settings = server.ctx.settings as { payWithoutWaiting: boolean };
    settings.payWithoutWaiting = false;
    expect((await payOrder(customer, id, { withoutWaiting: true })).body.code).toBe('PHARMACY_ASKED');
    settings.payWithoutWaiting = true;
    const { status, body } = await payOrder(customer, id, { withoutWaiting: true });
    expect([status, body.amount]).toEqual([201, 5_100]);
    await providerDoes(server, body.transactionId, 'approve');
    expect(await readOrder(id, customer)).toMatchObject({ state: 'pending', pharmacy: null });
    expect(await stateOf(id)).toEqual(['0 found']);
    expect(await answer(0, id, ['there', 'there'])).toMatchObject({
      status: 409,
      body: { code: 'INQUIRY_FOUND' },
    });
  });

  it('asks about a photograph once it is read, and again after a correction', async () => {
    const { id } = await buildUnread(customer, { zone: basket.zone });
    const write = (quantity: number) => ({
      prescription: { type: 'numerical', items: [{ medicationId: arrow.id, quantity }] },
    });
    expect((await server.call(agent, 'PUT', `/orders/${id}`, write(2))).status).toBe(200);
    expect(await stateOf(id)).toEqual(['0 asked']);
    expect(await sentencesTo(customer, (await readOrder(id, customer)).number)).toEqual([
      expect.stringContaining('Nous demandons aux pharmacies'),
    ]);
  });
});

describe('the answer', () => {
  it('everything is there: it can be paid, and its pharmacy has the order', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'there']);
    expect((await readOrder(id, customer)).inquiry).toMatchObject({
      state: 'agreed',
      pharmacies: [{ name: 'Pharmacie Akpakpa', state: 'answered', isAgreed: true, total: 5_100 }],
    });
    expect(await pay(id)).toBe(5_100);
    expect(await readOrder(id, supervisor)).toMatchObject({
      state: 'pending',
      pharmacy: { name: 'Pharmacie Akpakpa' },
    });
    expect(await stateOf(id)).toEqual(['0 kept']);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['create', 'pay', 'assign-pharmacy']);
    expect(await smsTo(customer)).toEqual([expect.stringContaining('du nouveau pour votre commande')]);
  });

  it('fills in line by line, and another telephone of the pharmacy sees it', async () => {
    const id = await asked();
    await answer(0, id, ['there', { answer: null }], false);
    const { pharmacies: shown, state } = (await readOrder(id, customer)).inquiry;
    expect([state, shown[0].lines.map(({ answer: said }: { answer: string }) => said)]).toEqual([
      'asking',
      ['there', null],
    ]);
    expect((await mine(P(0)))[0]).toMatchObject({ state: 'asked', seenAt: expect.any(String) });
    expect(await answer(0, id, ['there', { answer: null }])).toMatchObject({
      status: 422,
      body: { fields: { lines: 'Répondez à chaque ligne' } },
    });
  });

  it('a dearer price is agreed to before it is paid, and it is what the pharmacy is owed', async () => {
    const id = await asked();
    await answer(0, id, ['there', { answer: 'other', price: 2_400, note: 'flacon de 150 ml' }]);
    const { inquiry } = await readOrder(id, customer);
    const [{ _id, total, lines }] = inquiry.pharmacies;
    expect([inquiry.state, total, lines[1].offered.price, lines[1].note]).toEqual([
      'offered',
      5_540,
      2_400,
      'flacon de 150 ml',
    ]);
    expect(await pay(id)).toBe('PHARMACY_ASKED');
    expect(await take(id, _id, { total: 5_100 })).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED' },
    });
    expect((await take(id, _id, { total: 5_540 })).body.order).toMatchObject({ totalAmount: 5_540 });
    expect((await take(id, _id)).status).toBe(200);
    expect(await pay(id)).toBe(5_540);
    expect(await linesOf(id)).toEqual([
      { medicationId: arrow.id, quantity: 2, price: 1_000 },
      { medicationId: syrup.id, quantity: 1, price: 2_400 },
    ]);
  });

  it('an equivalent is agreed to: the order is paid and prepared with it, and both stay', async () => {
    const { id: prescriptionId, number } = await prescribe();
    const id = await asked(draft({ prescriptionNumber: number }));
    const inquiryId = await inquiryOf(P(0), id);
    const { body } = await server.call(
      P(0),
      'GET',
      `/inquiries/${inquiryId}/equivalents?medicationId=${arrow.id}`,
    );
    expect(body.equivalents).toEqual([expect.objectContaining({ _id: clamoxyl.id, price: 1_500 })]);
    expect(await answer(0, id, [{ answer: 'equivalent', offeredId: weak.id }, 'there'])).toMatchObject({
      status: 422,
    });
    await answer(0, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there']);
    await take(id, inquiryId);
    expect(await linesOf(id)).toContainEqual({ medicationId: arrow.id, quantity: 2, price: 1_500 });
    expect(await pay(id)).toBe(6_200);
    const order = await readOrder(id, supervisor);
    expect(order.prescription.items[0]).toMatchObject({
      medicationId: clamoxyl.id,
      price: 1_500,
      substituted: { label: arrow.label, price: 1_500, returned: 0 },
    });
    expect(await server.db.select().from(substitutions).where(eq(substitutions.orderId, id))).toMatchObject([
      {
        state: 'agreed',
        prescribedPrice: 1_000,
        price: 1_500,
        decidedById: customer.row.id,
        proposedById: P(0).row.id,
      },
    ]);
    expect((await prescriptionRow(prescriptionId)).usedAt).not.toBeNull();
  });

  it.each([
    [
      'for which no other may be given',
      async () => draft({ prescriptionNumber: (await prescribe({ fixedReason: 'narrow' })).number }),
    ],
  ] as const)('no equivalent of a line %s', async (_, make) => {
    const id = await asked(await make());
    expect((await mine(P(0)))[0].lines[0].isFixed).toBe(true);
    expect(await answer(0, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there'])).toMatchObject({
      status: 422,
    });
  });

  it.each([10_000, 100])('a price of %s F for a box of 1 000 F is not taken', async (price) => {
    const id = await asked();
    expect(await answer(0, id, [{ answer: 'other', price }, 'there'])).toMatchObject({
      status: 422,
      body: { fields: { 'lines.0.price': expect.stringContaining('Vérifiez ce prix') } },
    });
  });

  it('what lacks is left out, and the code stays alive for exactly that', async () => {
    const { id: prescriptionId, number } = await prescribe();
    const id = await asked(draft({ prescriptionNumber: number }));
    await answer(0, id, ['there', 'missing']);
    const { inquiry } = await readOrder(id, customer);
    expect([inquiry.state, inquiry.pharmacies[0].total]).toEqual(['asking', 2_900]);
    await take(id, inquiry.pharmacies[0]._id);
    expect(await pay(id)).toBe(2_900);
    expect((await prescriptionRow(prescriptionId)).usedAt).toBeNull();
    expect(await stateOf(id)).toEqual(['0 kept', '1 found']);
    const { body } = await server.call(customer, 'GET', `/prescriptions/search/${number}`);
    expect(body.prescription.items.map(({ label }: MedicationRow) => label)).toEqual([syrup.label]);
  });

  it('without a prescription what lacks is not paid; another answer brings it back', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'missing']);
    await answer(1, id, ['there', { answer: 'other', price: 2_200 }]);
    const { inquiry } = await readOrder(id, customer);
    expect(await stateOf(id)).toEqual(['0 found', '1 answered']);
    expect(inquiry.pharmacies.map(({ total }: { total: number }) => total)).toEqual([null, 5_320]);
  });

  it('taking one answer, then another, follows the second', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'missing']);
    await take(id, await inquiryOf(P(0), id));
    await answer(1, id, ['missing', 'there']);
    expect(await linesOf(id)).toHaveLength(1);
    await take(id, await inquiryOf(P(1), id));
    expect(await linesOf(id)).toEqual([{ medicationId: syrup.id, quantity: 1, price: 2_000 }]);
    expect(await pay(id)).toBe(2_900);
    expect(await readOrder(id, supervisor)).toMatchObject({ pharmacy: { name: 'Pharmacie Bidossessi' } });
  });

  it('the customer leaves a medicine out herself after a dearer price: it stays out, and the price stays', async () => {
    const { number } = await prescribe();
    const id = await asked(draft({ prescriptionNumber: number }));
    await answer(0, id, [{ answer: 'other', price: 1_200 }, 'there']);
    await take(id, await inquiryOf(P(0), id));
    const left = await server.call(customer, 'PUT', `/orders/${id}/left-out`, { medications: [syrup.id] });
    expect(left.status).toBe(200);
    expect(await linesOf(id)).toEqual([{ medicationId: arrow.id, quantity: 2, price: 1_200 }]);
    expect(await pay(id)).toBe(3_340);
  });
});

it('while she pays for a part, no other answer takes that from its pharmacy', async () => {
  const id = await asked();
  await answer(0, id, ['there', 'missing']);
  await take(id, await inquiryOf(P(0), id));
  const { body } = await payOrder(customer, id);
  expect(await answer(1, id, ['there', 'there'])).toMatchObject({
    status: 409,
    body: { code: 'INQUIRY_FOUND' },
  });
  await providerDoes(server, body.transactionId, 'approve');
  expect(await stateOf(id)).toEqual(['0 kept', '1 found']);
  expect(await readOrder(id, supervisor)).toMatchObject({ pharmacy: { name: 'Pharmacie Akpakpa' } });
});

it('a pharmacy that has all of it while she pays without waiting gets the order', async () => {
  const id = await asked();
  const { body } = await payOrder(customer, id, { withoutWaiting: true });
  await answer(0, id, ['there', 'there']);
  await providerDoes(server, body.transactionId, 'approve');
  expect(await stateOf(id)).toEqual(['0 kept']);
});

describe('one after the other', () => {
  it('a silent pharmacy gets an SMS after four minutes, and the next one is asked after ten', async () => {
    const id = await asked();
    await wait(3);
    expect(await smsTo(P(0))).toEqual([]);
    await wait(1);
    expect(await smsTo(P(0))).toEqual([expect.stringContaining('attend votre réponse')]);
    await wait(5);
    expect(await stateOf(id)).toEqual(['0 asked']);
    await wait(1);
    expect(await stateOf(id)).toEqual(['0 silent', '1 asked']);
    expect(await smsTo(P(0))).toHaveLength(1);
    // It may still answer.
    await answer(0, id, ['there', 'there']);
    expect(await stateOf(id)).toEqual(['0 answered', '1 found']);
  });

  it('who has opened it gets no SMS', async () => {
    const id = await asked();
    await server.call(P(0), 'POST', `/inquiries/${await inquiryOf(P(0), id)}/seen`);
    await wait(4);
    expect(await smsTo(P(0))).toEqual([]);
  });

  it('at night other delays hold, and only pharmacies on duty are asked', async () => {
    const settings = server.ctx.settings as { askNextNightMinutes: number };
    settings.askNextNightMinutes = 3;
    const before = server.clock.now();
    // 23:00 in Benin.
    server.clock.advance(
      (24 * 3600 + Date.parse('2026-11-20T22:00:00Z') / 1000 - ((before.getTime() / 1000) % 86_400)) % 86_400,
    );
    await touch(...pharmacies);
    const id = await asked();
    await wait(3);
    expect((await stateOf(id)).slice(0, 2)).toEqual(['0 silent', '1 asked']);
    settings.askNextNightMinutes = 10;
    server.clock.advance(10 * 3600);
  });

  it('a pharmacy whose devices are all off is passed over', async () => {
    await server.db.delete(sessions).where(eq(sessions.userId, P(0).row.id));
    expect(await stateOf(await asked())).toEqual(['1 asked']);
  });

  it('a device that receives pushes is enough', async () => {
    const [session] = await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, P(0).row.id));
    await server.db.insert(pushSubscriptions).values({
      sessionHash: session?.tokenHash ?? '',
      endpoint: `https://push.example/${maker}`,
      p256dh: 'p',
      auth: 'a',
      createdAt: server.clock.now(),
    });
    server.clock.advance(3_600);
    await touch(customer);
    expect(await stateOf(await asked())).toEqual(['0 asked']);
  });

  it('where nobody has a device, three are told by SMS at once and not waited for', async () => {
    server.clock.advance(3_600);
    const id = await asked();
    expect(await stateOf(id)).toEqual(['0 silent', '1 silent', '2 silent']);
    expect(await smsTo(P(0))).toHaveLength(1);
    expect((await readOrder(id, customer)).inquiry.state).toBe('nothing');
    await answer(2, id, ['there', 'there']);
    expect((await readOrder(id, customer)).inquiry.state).toBe('agreed');
  });

  it('after two refusals three are asked at once, the first whole answer wins and the others read « Merci, trouvé »', async () => {
    const id = await asked();
    expect((await answer(0, id, ['missing', 'missing'])).body.inquiry).toMatchObject({ state: 'refused' });
    await answer(1, id, ['there', 'missing']);
    expect(await stateOf(id)).toEqual(['0 refused', '1 answered', '2 asked', '3 asked', '4 asked']);
    await answer(3, id, ['there', 'there']);
    expect(await stateOf(id)).toEqual(['0 refused', '1 found', '2 found', '3 answered', '4 found']);
    expect(await answer(2, id, ['there', 'there'])).toMatchObject({
      status: 409,
      body: { code: 'INQUIRY_FOUND', message: expect.stringContaining('Merci, trouvé') },
    });
    expect((await mine(P(4)))[0]).toMatchObject({ state: 'found' });
  });

  it('a medicine that pharmacies lack is asked of three at once', async () => {
    for (let n = 0; n < 2; n += 1) {
      const id = await asked(draft({}, { deliveryAddress: `Lot ${n}, Akpakpa` }));
      for (let p = 0; p < 5; p += 1)
        if ((await inquiryOf(P(p), id)) !== '') await answer(p, id, ['missing', 'missing']);
    }
    expect((await stateOf(await asked())).slice(0, 3)).toEqual(['0 asked', '1 asked', '2 asked']);
  });

  it('nobody has it: the customer and supervisors are told, and she asks again', async () => {
    const id = await asked();
    for (let p = 0; p < 5; p += 1)
      expect(await answer(p, id, ['missing', 'missing'])).toMatchObject({
        status: 200,
        body: { inquiry: { state: 'refused' } },
      });
    expect(await mine(P(0))).toEqual([]);
    const { inquiry, number } = await readOrder(id, customer);
    expect(inquiry.state).toBe('nothing');
    expect((await sentencesTo(customer, number))[0]).toContain('aucune pharmacie');
    expect((await sentencesTo(supervisor, number))[0]).toContain('n’ont pas tout');
    expect((await again(id)).body.order.inquiry.state).toBe('asking');
    expect(await mine(P(0))).toHaveLength(1);
  });

  it('what a pharmacy confirmed in the last twelve hours needs no thumb, but for more boxes', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'there']);
    await pay(id);
    expect((await payFor(customer, draft({}, { deliveryAddress: 'Lot 7, Akpakpa' }))).status).toBe(201);
    const more = draft({}, { deliveryAddress: 'Lot 8, Akpakpa' });
    more.prescription = { ...more.prescription, items: [{ medicationId: arrow.id, quantity: 3 }] } as never;
    expect((await payFor(customer, more)).status).toBe(409);
    server.clock.advance(12 * 3_600);
    expect((await payFor(customer, draft({}, { deliveryAddress: 'Lot 9, Akpakpa' }))).status).toBe(409);
  });

  it('the pharmacy that she wishes for is asked first', async () => {
    expect(await stateOf(await asked(draft({}, { wishedPharmacy: P(3).row.id })))).toEqual(['3 asked']);
  });

  it('she asks elsewhere: what was kept is given free', async () => {
    const id = await asked();
    await answer(0, id, ['there', { answer: 'other', price: 3_000 }]);
    await again(id, await inquiryOf(P(0), id));
    expect(await stateOf(id)).toEqual(['0 ended', '1 asked']);
    expect((await again(id, await inquiryOf(P(0), id))).status).toBe(200);
    expect(await stateOf(id)).toEqual(['0 ended', '1 asked']);
  });
});

describe('thirty minutes', () => {
  it('an answer lapses, and paying asks again', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'there']);
    await wait(29);
    expect(await stateOf(id)).toEqual(['0 answered']);
    await wait(1);
    expect(await stateOf(id)).toEqual(['0 lapsed']);
    // For a while the pharmacy reads that it keeps nothing any more.
    const { number: orderNumber } = await readOrder(id, customer);
    expect(await mine(P(0))).toContainEqual(expect.objectContaining({ orderNumber, state: 'lapsed' }));
    expect(await pay(id)).toBe('PHARMACY_ASKED');
    expect(await stateOf(id)).toEqual(['0 ended', '0 asked']);
    expect((await take(id, (await rowsOf(id))[0]?.id ?? '')).status).toBe(404);
    await answer(0, id, ['there', 'there']);
    expect(await pay(id)).toBe(5_100);
  });

  it('money of a portal that was opened in time is never lost', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'there']);
    server.clock.advance(29 * 60);
    const { body } = await payOrder(customer, id);
    await wait(2);
    expect(await again(id)).toMatchObject({ status: 409, body: { code: 'ORDER_BEING_PAID' } });
    server.clock.advance(MINUTE_MS / 1000);
    await providerDoes(server, body.transactionId, 'approve');
    expect(await readOrder(id, supervisor)).toMatchObject({
      state: 'pending',
      pharmacy: { name: 'Pharmacie Akpakpa' },
    });
  });

  it('a pharmacy that was deactivated meanwhile is not assigned: a supervisor finds another one', async () => {
    const id = await asked();
    await answer(0, id, ['there', 'there']);
    const { body } = await payOrder(customer, id);
    await server.db
      .update(users)
      .set({ active: false })
      .where(eq(users.id, P(0).row.id));
    await providerDoes(server, body.transactionId, 'approve');
    expect(await readOrder(id, supervisor)).toMatchObject({ state: 'pending', pharmacy: null });
  });
});

describe('what she agreed to is not there any more', () => {
  /** The first has two boxes at 1 200 F and not the syrup: 3 340 F, which she agrees to. */
  async function agreedToPart(order: object): Promise<string> {
    const id = await asked(order);
    await answer(0, id, [{ answer: 'other', price: 1_200 }, 'missing']);
    expect((await take(id, await inquiryOf(P(0), id))).body.order.totalAmount).toBe(3_340);
    return id;
  }
  const othersLackAll = async (id: string, from = 1) => {
    for (let n = from; n < 5; n += 1)
      if ((await inquiryOf(P(n), id)) !== '') await answer(n, id, ['missing', 'missing']);
  };
  const whole = [
    { medicationId: expect.any(String), quantity: 2, price: 1_000 },
    { medicationId: expect.any(String), quantity: 1, price: 2_000 },
  ];

  describe.each([
    ['a basket', async () => draft()],
    ['a code', async () => draft({ prescriptionNumber: (await prescribe()).number })],
  ] as const)('%s', (_, make) => {
    it('it lapses: others are asked about all that was ordered, at our prices', async () => {
      const id = await agreedToPart(await make());
      await othersLackAll(id);
      await wait(30);
      expect(await pay(id)).toBe('PHARMACY_ASKED');
      expect(await linesOf(id)).toEqual(whole);
      const inquiryId = await inquiryOf(P(0), id);
      const inquiry = (await mine(P(0))).find(({ _id }: { _id: string }) => _id === inquiryId);
      expect(inquiry.lines.map(({ price }: { price: number }) => price)).toEqual([1_000, 2_000]);
      await answer(0, id, ['there', 'there']);
      expect(await pay(id)).toBe(5_100);
    });

    it('she asks elsewhere: the order is what it was', async () => {
      const id = await agreedToPart(await make());
      await again(id, await inquiryOf(P(0), id));
      expect(await linesOf(id)).toEqual(whole);
      await answer(1, id, ['there', 'there']);
      expect(await pay(id)).toBe(5_100);
    });

    it('another one has everything: she agrees to that, and pays for all of it', async () => {
      const id = await agreedToPart(await make());
      await answer(1, id, ['there', 'there']);
      expect((await readOrder(id, customer)).inquiry).toMatchObject({
        state: 'offered',
        pharmacies: [{ total: null }, { total: 5_100, isAgreed: false }],
      });
      await take(id, await inquiryOf(P(1), id), { total: 5_100 });
      expect(await linesOf(id)).toEqual(whole);
      expect(await pay(id)).toBe(5_100);
      expect(await brokenInvariants(server.db)).toEqual([]);
    });

    it('another one is known to have everything: she agrees to that, and pays for all of it', async () => {
      const id = await asked(await make());
      await answer(0, id, ['there', 'missing']);
      await take(id, await inquiryOf(P(0), id));
      for (const { id: medicationId } of [arrow, syrup])
        await buildStock(server.db, { pharmacyId: P(3).row.id, medicationId, seenAt: server.clock.now() });
      await answer(1, id, ['missing', 'missing']);
      expect(await stateOf(id)).toEqual(['0 found', '1 refused', '3 answered']);
      expect((await readOrder(id, customer)).inquiry.state).toBe('offered');
      await take(id, await inquiryOf(P(3), id), { total: 5_100 });
      expect(await pay(id)).toBe(5_100);
    });

    it('she pays without waiting: at our prices, for all that was ordered', async () => {
      const id = await agreedToPart(await make());
      await answer(1, id, [{ answer: 'other', price: 1_300 }, 'there']);
      const open = () => payOrder(customer, id, { withoutWaiting: true });
      expect((await open()).body).toMatchObject({ code: 'AMOUNT_CHANGED', quote: { total: 5_100 } });
      expect((await open()).body.amount).toBe(5_100);
    });
  });

  it('she takes again what the pharmacy lacks: the price is ours, and nothing lapses once it is paid', async () => {
    const id = await agreedToPart(draft({ prescriptionNumber: (await prescribe()).number }));
    await server.call(customer, 'PUT', `/orders/${id}/left-out`, { medications: [] });
    expect(await linesOf(id)).toEqual(whole);
    const { body } = await payOrder(customer, id, { withoutWaiting: true });
    expect(body.amount).toBe(5_100);
    await providerDoes(server, body.transactionId, 'approve');
    await wait(31);
    expect(await stateOf(id)).toEqual(['0 found', '1 found']);
    const { number } = await readOrder(id, customer);
    expect(await sentencesTo(customer, number)).not.toContainEqual(expect.stringContaining('redemandez'));
  });

  it('paying asks again where only silent ones are left', async () => {
    const id = await asked();
    await wait(10);
    await answer(1, id, ['there', 'missing']);
    await take(id, await inquiryOf(P(1), id));
    await othersLackAll(id, 2);
    await wait(30);
    expect(await stateOf(id)).toEqual(['0 silent', '1 lapsed', '2 refused', '3 refused', '4 refused']);
    expect(await pay(id)).toBe('PHARMACY_ASKED');
    expect((await readOrder(id, customer)).inquiry.state).toBe('asking');
  });

  it('paying asks again after a correction that needs fewer boxes', async () => {
    const { id } = await buildUnread(customer, { zone: basket.zone });
    const items = (quantity: number) => [{ medicationId: arrow.id, quantity }];
    await server.call(agent, 'PUT', `/orders/${id}`, {
      prescription: { type: 'numerical', items: items(2) },
    });
    await server.call(P(0), 'PUT', `/inquiries/${await inquiryOf(P(0), id)}`, {
      lines: [{ medicationId: arrow.id, answer: 'there' }],
      done: true,
    });
    const { prescriptionId } = await orderRow(id);
    const { status } = await server.call(agent, 'PUT', `/prescriptions/${prescriptionId}`, {
      items: items(1),
    });
    expect(status).toBe(200);
    expect(await pay(id)).toBe('PHARMACY_ASKED');
    expect(await stateOf(id)).toEqual(['0 ended', '0 asked']);
  });

  it('what they answered at former prices is not offered after thirty days', async () => {
    const { number } = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      createdAt: new Date(server.clock.now().getTime() - 30 * 24 * 3_600_000 + MINUTE_MS),
      items: [
        { medication: arrow, quantity: 2 },
        { medication: syrup, quantity: 1 },
      ],
    });
    const id = await asked(draft({ prescriptionNumber: number }));
    await server.db.update(medications).set({ price: 1_300 }).where(eq(medications.id, arrow.id));
    server.clock.advance(2 * 60);
    expect(await pay(id)).toBe('AMOUNT_CHANGED');
    expect(await answer(0, id, ['there', 'there'])).toMatchObject({ body: { code: 'INQUIRY_OVER' } });
    expect(await pay(id)).toBe('PHARMACY_ASKED');
    await answer(0, id, ['there', 'there']);
    expect(await pay(id)).toBe(5_760);
  });

  it('for what the first lacks, the next may offer an equivalent', async () => {
    const id = await asked();
    await answer(0, id, ['missing', 'there']);
    await take(id, await inquiryOf(P(0), id));
    await answer(1, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there']);
    expect((await take(id, await inquiryOf(P(1), id))).body.order.totalAmount).toBe(6_200);
  });

  it('nobody is asked about a medicine that is recalled meanwhile', async () => {
    const id = await asked();
    await othersLackAll(id, 0);
    await server.db.update(medications).set({ recalled: true }).where(eq(medications.id, syrup.id));
    expect((await again(id)).body.code).toBe('MEDICINE_RECALLED');
    expect(await stateOf(id)).toHaveLength(5);
  });

  it('an equivalent that is recalled is not paid without waiting either', async () => {
    const id = await asked();
    await answer(0, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there']);
    await take(id, await inquiryOf(P(0), id));
    await server.db.update(medications).set({ recalled: true }).where(eq(medications.id, clamoxyl.id));
    expect((await payOrder(customer, id, { withoutWaiting: true })).body.code).toBe('MEDICINE_RECALLED');
  });

  it.each([
    ['ordered', () => arrow],
    ['given instead', () => clamoxyl],
  ])('a medicine that is %s and was deleted from the catalogue is not paid', async (_, which) => {
    const id = await asked();
    await answer(0, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there']);
    await take(id, await inquiryOf(P(0), id));
    await server.db
      .update(medications)
      .set({ deletedAt: server.clock.now() })
      .where(eq(medications.id, which().id));
    expect(await pay(id)).toBe('MEDICATION_UNAVAILABLE');
  });

  it('the house stops asking: nobody is asked again, and it is paid as before', async () => {
    const id = await asked();
    await othersLackAll(id, 0);
    const settings = server.ctx.settings as { askPharmacies: string };
    settings.askPharmacies = 'never';
    try {
      expect((await again(id)).body.order.inquiry).toBeUndefined();
      expect(await stateOf(id)).toHaveLength(5);
      expect(await pay(id)).toBe(5_100);
    } finally {
      settings.askPharmacies = 'always';
    }
  });
});

it('supervisors are told once that nobody is left, also when silent ones still say no', async () => {
  server.clock.advance(3_600);
  const id = await asked();
  const { number } = await readOrder(id, customer);
  for (const n of [0, 1, 2]) await answer(n, id, ['missing', 'missing']);
  expect(await sentencesTo(supervisor, number)).toHaveLength(1);
});

it('what is over never hides what a pharmacy is asked now', async () => {
  for (let n = 0; n < 51; n += 1)
    await buildInquiry(server.db, {
      ...{ pharmacyId: P(0).row.id, state: 'found' },
      askedAt: new Date(server.clock.now().getTime() - MINUTE_MS),
      order: { customerId: customer.row.id, createdAt: server.clock.now() },
    });
  await asked();
  expect((await mine(P(0)))[0]).toMatchObject({ state: 'asked' });
});

it('the same medicine in two lines is asked, agreed to, paid and given in both', async () => {
  const twice = draft();
  twice.prescription = {
    ...twice.prescription,
    items: [
      { medicationId: arrow.id, quantity: 1 },
      { medicationId: arrow.id, quantity: 3 },
    ],
  } as never;
  const id = await asked(twice);
  const inquiryId = await inquiryOf(P(0), id);
  const lines = [{ medicationId: arrow.id, answer: 'equivalent', offeredId: clamoxyl.id }];
  expect((await server.call(P(0), 'PUT', `/inquiries/${inquiryId}`, { lines, done: true })).status).toBe(200);
  await take(id, inquiryId);
  expect(await pay(id)).toBe(7_300);
  expect(await linesOf(id)).toEqual([
    { medicationId: clamoxyl.id, quantity: 1, price: 1_500 },
    { medicationId: clamoxyl.id, quantity: 3, price: 1_500 },
  ]);
  expect(await brokenInvariants(server.db)).toEqual([]);
});

it('a cancelled order ends what is asked about it', async () => {
  const id = await asked();
  await answer(0, id, ['there', 'missing']);
  expect((await setState(customer, id, 'cancelled')).status).toBe(200);
  expect(await stateOf(id)).toEqual(['0 ended', '1 ended']);
  expect(await answer(1, id, ['there', 'there'])).toMatchObject({ body: { code: 'INQUIRY_OVER' } });
});

it('a basket that nobody pays is closed after a day; a prescription that it holds is free again', async () => {
  const { number } = await prescribe();
  const id = await asked(draft({ prescriptionNumber: number }));
  const stranger = await server.signIn('customer');
  const tries = async () => {
    const order = draft({ prescriptionNumber: number }, { deliveryAddress: 'Lot 3, Akpakpa' });
    return placeDraft(order, await server.session(stranger.row));
  };
  expect((await tries()).status).toBe(409);
  server.clock.advance(24 * 3_600 + 60);
  await closeUnpaidOrders(server.ctx);
  expect(await orderRow(id)).toMatchObject({ state: 'cancelled', cancelReason: 'unpaid' });
  await touch(...pharmacies);
  expect((await tries()).status).toBe(201);
});

it('a medicine that is recalled meanwhile is not taken', async () => {
  const id = await asked();
  await answer(0, id, [{ answer: 'equivalent', offeredId: clamoxyl.id }, 'there']);
  await server.db.update(medications).set({ recalled: true }).where(eq(medications.id, clamoxyl.id));
  expect(await take(id, await inquiryOf(P(0), id))).toMatchObject({ body: { code: 'MEDICINE_RECALLED' } });
});

it.each([
  ['answers', 'PUT', ''],
  ['opens', 'POST', '/seen'],
  ['reads equivalents', 'GET', '/equivalents?medicationId=00000000-0000-7000-8000-000000000000'],
])('another pharmacy never %s', async (_, method, path) => {
  const id = await asked();
  const inquiryId = await inquiryOf(P(0), id);
  const body = method === 'GET' ? undefined : { lines: [], done: false };
  expect((await server.call(P(1), method, `/inquiries/${inquiryId}${path}`, body)).status).toBe(404);
});

import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildClaimed, buildInsurer } from '../builders/insurer.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { orderItems, substitutions } from '../database/schema/orders.ts';
import { refundLines, refunds } from '../database/schema/refunds.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign,
  balancesOf,
  eventsOf,
  prescriptionRow,
  readOrder,
  sentencesTo,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';
import { lapseSubstitutions } from './substitute.ts';

// Rule 53: another medicine instead of one that the pharmacy of a paid order lacks.

let supervisor: Visitor;
let agent: Visitor;
let doctor: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let customer: Visitor;
let basket: Basket;
/** What is ordered, two boxes at 1 000 F, and its equivalents at 800 F and 1 500 F. */
let arrow: MedicationRow;
let cheap: MedicationRow;
let dear: MedicationRow;
/** It is no equivalent. */
let weak: MedicationRow;
let syrup: MedicationRow;

const amoxicillin = { form: 'capsule', substances: 'Amoxicilline', dosage: '500 mg' } as const;
let maker = 0;

startServer({ settings: { smsMoments: ['question'] } }, async () => {
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
});
beforeEach(async () => {
  await server.db.update(medications).set({ deletedAt: server.clock.now() });
  doctor = await server.signIn('partnerDoctor', { verified: true });
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
  maker += 1;
  const build = (name: string, price: number, more: object = {}) =>
    buildMedication(server.db, { ...amoxicillin, label: `${name} ${maker} 500 mg, gélule`, price, ...more });
  arrow = await build('AMOXICILLINE ARROW', 1_000);
  dear = await build('CLAMOXYL', 1_500);
  cheap = await build('AMOXICILLINE BGR', 800);
  weak = await build('AMOXICILLINE', 600, {
    label: `AMOXICILLINE ${maker} 250 mg, gélule`,
    dosage: '250 mg',
  });
  syrup = await buildMedication(server.db, { price: 2_000 });
});

type Order = { _id: string; number: string; transactionId: string };

async function buy(prescription: object): Promise<Order> {
  const order = {
    prescription: { type: 'numerical', ...prescription },
    deliveryZone: basket.zone.id,
    deliveryAddress: basket.order.deliveryAddress,
  };
  const { transactionId } = await openPayment(server, customer, { order });
  await providerDoes(server, transactionId, 'approve');
  const { body } = await place(server, customer, order, transactionId);
  await assign(supervisor, body.order._id, { pharmacy: pharmacy.row.id });
  return { ...body.order, transactionId };
}
/** Two boxes of what lacks, and a syrup: medicines 4 000, commission 400, fee 700. */
const buyBoth = () =>
  buy({
    items: [
      { medicationId: arrow.id, quantity: 2 },
      { medicationId: syrup.id, quantity: 1 },
    ],
  });
/** The same, prescribed. */
async function buyPrescribed(change: object = {}) {
  const written = await buildPrescription(server.db, {
    authorId: doctor.row.id,
    createdAt: server.clock.now(),
    items: [
      { medication: arrow, quantity: 2, ...change },
      { medication: syrup, quantity: 1 },
    ],
  });
  return { written, order: await buy({ prescriptionNumber: written.number }) };
}

const propose = (order: Order, proposed: MedicationRow, more: object = {}, who = pharmacy) =>
  server.call(who, 'POST', `/orders/${order._id}/substitution`, {
    medicationId: arrow.id,
    reason: 'medicine-out-of-stock',
    proposedId: proposed.id,
    ...more,
  });
const proposal = async (order: Order) => (await readOrder(order._id, supervisor)).substitution;
const decide = async (order: Order, agree: boolean, who = customer, id?: string) => {
  const substitutionId = id ?? (await proposal(order))._id;
  const { status, body } = await server.call(who, 'POST', `/orders/${order._id}/substitution/decision`, {
    substitutionId,
    agree,
  });
  return status === 200 ? body.order : body.code;
};
const answer = async (who: Visitor, order: Order, body: object) => {
  const id = (await proposal(order))._id;
  const response = await server.call(who, 'POST', `/substitutions/${id}/answer`, body);
  return response.status === 200 ? response.body.state : response.body.code;
};
const asked = async (who: Visitor) =>
  (await server.call(who, 'GET', '/substitutions')).body.substitutions.map(
    ({ orderNumber }: { orderNumber: string }) => orderNumber,
  );
const linesOf = (order: Order) =>
  server.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order._id))
    .orderBy(asc(orderItems.position));
const refundsOf = async (order: Order) =>
  (
    await server.db.select().from(refunds).where(eq(refunds.orderId, order._id)).orderBy(asc(refunds.askedAt))
  ).map(({ amount, reason }) => [amount, reason]);
const actionsOf = async (order: Order) => (await eventsOf(order._id)).map(({ action }) => action);
const giveBack = (order: Order, medication: MedicationRow, givenBack: number) =>
  server.call(supervisor, 'POST', `/orders/${order._id}/give-back`, {
    lines: [{ medicationId: medication.id, givenBack }],
    reason: 'unavailable',
  });
const statesOf = async (order: Order) =>
  (
    await server.db
      .select()
      .from(substitutions)
      .where(eq(substitutions.orderId, order._id))
      .orderBy(asc(substitutions.id))
  ).map(({ state }) => state);

describe('an equivalent', () => {
  it('is listed for the pharmacy, the cheapest first, never dearer than what was paid', async () => {
    const order = await buyBoth();
    const { status, body } = await server.call(
      pharmacy,
      'GET',
      `/orders/${order._id}/equivalents?medicationId=${arrow.id}`,
    );
    expect(status).toBe(200);
    expect(body.equivalents.map(({ _id, price }: { _id: string; price: number }) => [_id, price])).toEqual([
      [cheap.id, 800],
      [dear.id, 1_000],
    ]);
  });

  it('is given once the customer agrees, and what it costs less goes back with its commission', async () => {
    const order = await buyBoth();
    const { status, body } = await propose(order, cheap);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      problem: { reason: 'medicine-out-of-stock' },
      substitution: {
        state: 'asking',
        label: arrow.label,
        price: 1_000,
        isEquivalent: true,
        quantity: 2,
        back: 440,
      },
      allowedActions: ['report-shortage'],
    });
    expect(body.order.substitution.proposed).toMatchObject({ medicationId: cheap.id, price: 800 });
    expect((await sentencesTo(customer, order.number))[0]).toMatch(
      /Une question sur votre commande .* : la pharmacie attend votre réponse\./,
    );
    expect((await readOrder(order._id, customer)).allowedActions).toContain('decide-substitute');

    const agreed = await decide(order, true);
    expect(agreed).toMatchObject({ problem: null, substitution: null, totalAmount: 5_100 });
    expect(agreed.prescription.items[0]).toMatchObject({
      ...{ medicationId: cheap.id, label: cheap.label, price: 1_000, quantity: 2 },
      substituted: { label: arrow.label, price: 800, returned: 400 },
    });
    expect(agreed.givenBack).toMatchObject([
      { amount: 440, reason: 'cheaper', lines: [{ label: cheap.label, quantity: 0 }] },
    ]);
    expect(await linesOf(order)).toMatchObject([
      { medicationId: cheap.id, prescribedId: arrow.id, prescribedLabel: arrow.label, givenPrice: 800 },
      { medicationId: syrup.id, prescribedId: null, givenPrice: null },
    ]);
    expect((await readOrder(order._id, pharmacy)).allowedActions).toEqual(['mark-ready', 'report-shortage']);
    expect(await actionsOf(order)).toEqual([
      ...['create', 'assign-pharmacy', 'report-shortage', 'propose-substitute', 'decide-substitute'],
      'solve-problem',
    ]);
  });

  it('that costs more is given at the price that was paid', async () => {
    const order = await buyBoth();
    await propose(order, dear);
    const agreed = await decide(order, true);
    expect(agreed.prescription.items[0].substituted).toEqual({
      label: arrow.label,
      price: 1_000,
      returned: 0,
    });
    expect(await refundsOf(order)).toEqual([]);
  });

  it('pays the pharmacy what it gave, and its prescriber the share of that', async () => {
    const { order, written } = await buyPrescribed();
    await propose(order, cheap);
    await decide(order, true);
    await assign(supervisor, order._id, { deliveryPerson: courier.row.id });
    for (const [who, state] of [
      [courier, 'delivering'],
      [courier, 'delivered'],
      [supervisor, 'ended'],
    ] as const)
      expect((await setState(who, order._id, state)).status).toBe(200);
    // Of the commission of 400 F, 40 went back.
    expect(await balancesOf(order._id)).toMatchObject({ pharmacy: -3_600, partner: -180, platform: -180 });
    expect((await prescriptionRow(written.id)).usedAt).not.toBeNull();
  });

  it('is asked of the insurer at its price, and only what was not given back', async () => {
    const insurer = await buildInsurer(server.db, { name: `NSIA ${maker}` });
    const { order: built } = await buildClaimed(server.db, insurer, {
      ...{ state: 'pending', customerId: customer.row.id },
      ...{ pharmacyId: pharmacy.row.id, deliveryPersonId: courier.row.id },
      items: [
        { medication: arrow, quantity: 2 },
        { medication: syrup, quantity: 2 },
      ],
    });
    const order = { ...built, _id: built.id, transactionId: '' };
    await propose(order, cheap);
    await decide(order, true);
    await giveBack(order, syrup, 1);
    for (const [who, state] of [
      [courier, 'delivering'],
      [courier, 'delivered'],
      [supervisor, 'ended'],
    ] as const)
      expect((await setState(who, order._id, state)).status).toBe(200);
    const { token } = await server.signIn('superAdmin');
    const { payload } = await server.app.inject({
      method: 'GET',
      url: `/api/insurers/${insurer.id}/claims/2026-11/csv`,
      headers: { authorization: `Bearer ${token}` },
    });
    const [, ...lines] = payload.trim().split('\r\n');
    // 80 % of 1 600 and of 2 000 F.
    expect(lines.map((line) => line.split(';').slice(6, 10))).toEqual([
      [cheap.label, '2', '800', '1280'],
      [syrup.label, '1', '2000', '1600'],
    ]);
  });

  it('that is given back later returns its own price, so that the parts add up to what was paid', async () => {
    const order = await buyBoth();
    await giveBack(order, arrow, 1);
    await propose(order, cheap);
    await decide(order, true);
    expect((await giveBack(order, cheap, 2)).status).toBe(200);
    expect((await giveBack(order, syrup, 1)).status).toBe(200);
    // 1 000, 200, 800 and 2 000 with a tenth each, and with the last one the fee.
    expect(await refundsOf(order)).toEqual([
      [1_100, 'unavailable'],
      [220, 'cheaper'],
      [880, 'unavailable'],
      [2_900, null],
    ]);
    const { state } = await readOrder(order._id, customer);
    expect(state).toBe('cancelled');
  });

  it('counts as given of what was prescribed; what comes back of it can be ordered again', async () => {
    const { order, written } = await buyPrescribed();
    await propose(order, cheap);
    await decide(order, true);
    expect((await prescriptionRow(written.id)).usedAt).not.toBeNull();
    await giveBack(order, cheap, 1);
    const { body } = await server.call(customer, 'GET', `/prescriptions/search/${written.number}`);
    expect(body.prescription.items).toMatchObject([{ medicationId: arrow.id, quantity: 1 }]);
  });

  it('is not given when the customer declines: the line stays short until a supervisor decides', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    const declined = await decide(order, false);
    expect(declined).toMatchObject({
      problem: { reason: 'medicine-out-of-stock' },
      substitution: { state: 'declined' },
    });
    expect(declined.allowedActions).not.toContain('decide-substitute');
    expect(await linesOf(order)).toMatchObject([{ medicationId: arrow.id }, {}]);
    expect((await sentencesTo(supervisor, order.number))[0]).toMatch(/une ligne est à rembourser/);
    expect((await giveBack(order, arrow, 2)).status).toBe(200);
    expect((await proposal(order)) ?? null).toBeNull();
  });

  it('is agreed to by a supervisor who has called', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    expect((await decide(order, true, supervisor)).prescription.items[0].medicationId).toBe(cheap.id);
  });

  it('changes nothing when an act is repeated, and takes no second answer', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    await propose(order, cheap);
    expect(await statesOf(order)).toEqual(['asking']);
    const { _id } = await proposal(order);
    await decide(order, true);
    expect((await decide(order, true, customer, _id)).prescription.items[0].medicationId).toBe(cheap.id);
    expect(await decide(order, false, customer, _id)).toBe('SUBSTITUTION_OVER');
    expect(await decide(order, true, supervisor, _id)).toBe('SUBSTITUTION_OVER');
    expect(await refundsOf(order)).toEqual([[440, 'cheaper']]);
  });

  it('takes the place of an earlier proposal, whose answer comes too late', async () => {
    const order = await buyBoth();
    await propose(order, dear);
    const { _id } = await proposal(order);
    await propose(order, cheap);
    expect(await statesOf(order)).toEqual(['ended', 'asking']);
    expect(await decide(order, true, customer, _id)).toBe('SUBSTITUTION_OVER');
  });

  it('is asked about for the line that lacks, when it was proposed for another one', async () => {
    const order = await buy({
      items: [
        { medicationId: arrow.id, quantity: 1 },
        { medicationId: syrup.id, quantity: 1 },
      ],
    });
    await propose(order, weak, { medicationId: syrup.id });
    await propose(order, weak);
    expect(await statesOf(order)).toEqual(['ended', 'checking']);
    expect(await proposal(order)).toMatchObject({ medicationId: arrow.id });
  });

  it.each<[string, (order: Order) => Promise<unknown>]>([
    [
      'a supervisor solves the problem',
      ({ _id }) => server.call(supervisor, 'DELETE', `/orders/${_id}/problem`),
    ],
    ['the line is given back', (order) => giveBack(order, arrow, 2)],
    [
      'another pharmacy takes over',
      async ({ _id }) =>
        assign(supervisor, _id, {
          pharmacy: (await server.signIn('pharmacy', { isPartner: true })).row.id,
          replaces: pharmacy.row.id,
          reason: 'medicine-missing',
        }),
    ],
    [
      'the order is cancelled',
      ({ _id }) =>
        server.call(supervisor, 'POST', `/orders/${_id}/cancellation`, { reason: 'unavailable', note: null }),
    ],
  ])('ends when %s', async (_, act) => {
    const order = await buyBoth();
    await propose(order, cheap);
    const { _id } = await proposal(order);
    await act(order);
    expect(await statesOf(order)).toEqual(['ended']);
    expect(await decide(order, true, customer, _id)).toBe('SUBSTITUTION_OVER');
    expect((await linesOf(order)).every(({ prescribedId }) => prescribedId === null)).toBe(true);
  });

  it('is not asked about for ever: the supervisors call who did not answer', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    server.clock.advance(29 * 60);
    await lapseSubstitutions(server.ctx);
    expect(await statesOf(order)).toEqual(['asking']);
    server.clock.advance(60);
    await lapseSubstitutions(server.ctx);
    await lapseSubstitutions(server.ctx);
    expect(await statesOf(order)).toEqual(['calling']);
    expect(
      (await sentencesTo(supervisor, order.number)).filter((text) => /personne n’a répondu/.test(text)),
    ).toHaveLength(1);
    expect(await readOrder(order._id, supervisor)).toMatchObject({
      problem: {},
      substitution: { state: 'calling' },
    });
    expect((await decide(order, true, supervisor)).prescription.items[0].medicationId).toBe(cheap.id);
  });

  it('is not asked of pharmacists for ever either', async () => {
    const order = await buyBoth();
    await propose(order, weak);
    server.clock.advance(30 * 60);
    await lapseSubstitutions(server.ctx);
    expect(await answer(agent, order, { answer: 'accept' })).toBe('SUBSTITUTION_OVER');
    expect(await proposal(order)).toMatchObject({ state: 'lapsed' });
  });
});

describe('a medicine that is not equivalent', () => {
  it('is asked of the in-house pharmacist, then of who prescribed it, then of the customer', async () => {
    const { order } = await buyPrescribed();
    await propose(order, weak);
    expect(await proposal(order)).toMatchObject({ state: 'checking', isEquivalent: false });
    expect((await readOrder(order._id, customer)).allowedActions).not.toContain('decide-substitute');
    expect([await asked(agent), await asked(doctor)]).toEqual([[order.number], []]);
    expect(await decide(order, true)).toBe('SUBSTITUTION_OVER');
    expect(await answer(doctor, order, { answer: 'accept' })).toBe('NOT_FOUND');

    expect(await answer(agent, order, { answer: 'accept' })).toBe('prescriber');
    expect([await asked(agent), await asked(doctor)]).toEqual([[], [order.number]]);
    expect(await answer(doctor, order, { answer: 'accept' })).toBe('asking');
    expect(await answer(doctor, order, { answer: 'accept' })).toBe('asking');
    expect((await decide(order, true)).prescription.items[0]).toMatchObject({
      medicationId: weak.id,
      substituted: { price: 600 },
    });
  });

  it('is not asked of a prescriber where there is none', async () => {
    const order = await buyBoth();
    await propose(order, weak);
    expect(await answer(agent, order, { answer: 'accept' })).toBe('asking');
  });

  it('is refused by the pharmacist, whom only the prescriber may overrule with a name', async () => {
    const { order } = await buyPrescribed();
    await propose(order, weak);
    expect(await answer(agent, order, { answer: 'another', medicationId: cheap.id })).toBe('INVALID');
    expect(await answer(agent, order, { answer: 'none' })).toBe('refused');
    expect(await answer(agent, order, { answer: 'none' })).toBe('refused');
    expect(await answer(agent, order, { answer: 'accept' })).toBe('SUBSTITUTION_OVER');
    expect((await proposal(order)).state).toBe('refused');
  });

  it('is not proposed, nor any other one, once the prescriber wants none', async () => {
    const { order } = await buyPrescribed();
    await propose(order, weak);
    await answer(agent, order, { answer: 'accept' });
    expect(await answer(doctor, order, { answer: 'none' })).toBe('refused');
    for (const other of [weak, cheap])
      expect((await propose(order, other)).body.code).toBe('NOT_SUBSTITUTABLE');
  });

  it('is compared with what was ordered, not with what was given instead before', async () => {
    const order = await buyBoth();
    await propose(order, weak);
    await answer(agent, order, { answer: 'accept' });
    await decide(order, true);
    const label = `CLAMOXYL ${maker} 250 mg, gélule`;
    const alike = await buildMedication(server.db, { ...amoxicillin, dosage: '250 mg', price: 500, label });
    await propose(order, alike, { medicationId: weak.id });
    expect(await proposal(order)).toMatchObject({ state: 'checking', isEquivalent: false });
    const path = `/orders/${order._id}/equivalents?medicationId=${weak.id}`;
    const { equivalents } = (await server.call(pharmacy, 'GET', path)).body;
    expect(equivalents.map(({ _id }: { _id: string }) => _id)).toEqual([cheap.id, dear.id]);
  });

  it('gives way to the one that the prescriber names, which the customer is then asked about at once', async () => {
    const { order } = await buyPrescribed();
    const named = await buildMedication(server.db, { price: 900, label: `ERYTHROMYCINE ${maker}` });
    await propose(order, weak);
    await answer(agent, order, { answer: 'accept' });
    expect(await answer(doctor, order, { answer: 'another', medicationId: weak.id })).toBe('INVALID');
    expect(await answer(doctor, order, { answer: 'another', medicationId: named.id })).toBe('refused');
    expect((await readOrder(order._id, pharmacy)).substitution).toMatchObject({
      state: 'refused',
      named: { medicationId: named.id, label: named.label },
    });
    await propose(order, named);
    expect(await proposal(order)).toMatchObject({ state: 'asking', isEquivalent: false });
  });
});

describe('a proposal is refused', () => {
  it.each<[string, () => Promise<{ proposed: MedicationRow; more?: object }>, string]>([
    ['of what the order has already', async () => ({ proposed: syrup }), 'proposedId'],
    ['of itself', async () => ({ proposed: arrow }), 'proposedId'],
    [
      'of what has left the catalogue',
      async () => ({ proposed: await buildMedication(server.db, { deletedAt: server.clock.now() }) }),
      'proposedId',
    ],
    [
      'of what customers may not find yet',
      async () => ({ proposed: await buildMedication(server.db, { reviewed: false }) }),
      'proposedId',
    ],
    [
      'of what needs a prescription that there is not',
      async () => ({ proposed: await buildMedication(server.db, { requiresPrescription: true }) }),
      'proposedId',
    ],
    [
      'for a line that is not in the order',
      async () => ({ proposed: cheap, more: { medicationId: weak.id } }),
      'medicationId',
    ],
    [
      'without a line that lacks',
      async () => ({ proposed: cheap, more: { reason: 'pharmacy-closing' } }),
      'reason',
    ],
  ])('%s', async (_, make, field) => {
    const order = await buyBoth();
    const { proposed, more } = await make();
    const { status, body } = await propose(order, proposed, more);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect((await readOrder(order._id, supervisor)).problem).toBeNull();
  });

  it('of what was ordered, once another one is given', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    await decide(order, true);
    const { status, body } = await propose(order, arrow, { medicationId: cheap.id });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['proposedId']]);
    const { body: listed } = await server.call(
      pharmacy,
      'GET',
      `/orders/${order._id}/equivalents?medicationId=${cheap.id}`,
    );
    expect(listed.equivalents.map(({ _id }: { _id: string }) => _id)).toEqual([dear.id]);
  });

  it('for a line that its prescriber wants as it is', async () => {
    const { order } = await buyPrescribed({ fixedReason: 'narrow' });
    for (const other of [cheap, weak])
      expect((await propose(order, other)).body.code).toBe('NOT_SUBSTITUTABLE');
  });

  it('once a courier has its medicines, and from a pharmacy that was replaced', async () => {
    const order = await buyBoth();
    await assign(supervisor, order._id, { deliveryPerson: courier.row.id });
    await setState(courier, order._id, 'delivering');
    expect((await propose(order, cheap)).body.code).toBe('STATE_CHANGED');
    const other = await server.signIn('pharmacy', { isPartner: true });
    expect((await propose(order, cheap, {}, other)).status).toBe(404);
  });
});

describe('a recall', () => {
  const recall = (medication: MedicationRow, lots: string[] = []) =>
    server.call(supervisor, 'POST', '/recalls', {
      medicationId: medication.id,
      lots,
      advice: 'call-us',
      note: null,
      source: 'ABMed',
      day: '2026-11-20',
    });

  it('of what is proposed ends the proposal; of some of its lots, it does not', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    const { _id } = await proposal(order);
    await recall(cheap, ['A1']);
    expect(await statesOf(order)).toEqual(['asking']);
    await recall(cheap);
    expect(await statesOf(order)).toEqual(['ended']);
    expect(await decide(order, true, customer, _id)).toBe('SUBSTITUTION_OVER');
    expect((await propose(order, cheap)).status).toBe(422);
  });

  it('that a proposal has passed by still keeps it from being given', async () => {
    const order = await buyBoth();
    await propose(order, cheap);
    // As a recall does that comes while the pharmacy proposes.
    await server.db.update(medications).set({ recalled: true }).where(eq(medications.id, cheap.id));
    expect(await decide(order, true)).toBe('SUBSTITUTION_OVER');
    expect((await linesOf(order))[0]).toMatchObject({ medicationId: arrow.id });
    expect(await decide(order, false)).toMatchObject({ _id: order._id });
  });

  it('of what is given makes the order wait, without the lot of what was ordered', async () => {
    const order = await buyBoth();
    const lot = { batch: 'A1', expiresOn: '2029-01-31' };
    await server.call(pharmacy, 'PUT', `/orders/${order._id}/lines/${arrow.id}/batch`, lot);
    await propose(order, cheap);
    await decide(order, true);
    expect(await linesOf(order)).toMatchObject([{ batch: null, expiresOn: null }, {}]);
    await recall(cheap);
    expect((await readOrder(order._id, supervisor)).problem.reason).toBe('recalled');
    expect((await propose(order, dear, { medicationId: cheap.id })).body.code).toBe('SHORTAGE_OPEN');
  });
});

it('stores how the difference of price went back in a line without boxes', async () => {
  const order = await buyBoth();
  await propose(order, cheap);
  await decide(order, true);
  const lines = await server.db.select().from(refundLines).where(eq(refundLines.orderId, order._id));
  expect(lines).toMatchObject([{ position: 0, quantity: 0, medicines: 400, commission: 40, reduction: 0 }]);
});

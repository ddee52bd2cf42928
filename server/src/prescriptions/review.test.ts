import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const message = 'Un médicament de cette ordonnance attend la vérification d’un pharmacien';
const TO_REVIEW = { status: 409, body: { code: 'MEDICATION_TO_REVIEW', message } };

let server: TestApp;
let supervisor: Visitor;
let agent: Visitor;
let doctor: Visitor;
let customer: Visitor;
let known: MedicationRow;
let zone: string;
let names = 0;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
  zone = (await buildZone(server.db, { price: 700 })).id;
  known = await buildMedication(server.db, { price: 1000 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor');
  customer = await server.signIn('customer');
  await server.db.delete(notifications);
});

/** Adds a medicine to the catalogue; the price of a prescriber's waits for a check. */
async function add(price: number, by = doctor): Promise<{ id: string; label: string }> {
  names += 1;
  const { status, body } = await server.call(by, 'POST', '/medications', { label: `Sirop ${names}`, price });
  expect(status).toBe(201);
  return { id: body.medication._id, label: body.medication.label };
}
const line = ({ id }: { id: string }, quantity = 2) => ({ medicationId: id, quantity });
async function prescribe(...items: object[]) {
  const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
  const patient = { patientName: 'Afi Kpadé', patientPhone: '0197111111' };
  const { status, body } = await server.call(doctor, 'POST', '/prescriptions', { ...patient, items, url });
  expect(status).toBe(201);
  const { _id: id, prescriptionNumber: number } = body.prescription;
  return { id, number, url } as { id: string; number: string; url: string };
}
const edit = (id: string, body: object) => server.call(doctor, 'PUT', `/prescriptions/${id}`, body);
const search = (number: string, who = customer) => server.call(who, 'GET', `/prescriptions/search/${number}`);
const found = async (number: string, who = customer) => (await search(number, who)).body.prescription;
const pay = (number: string, more: object = {}) =>
  server.call(customer, 'POST', '/payments', {
    order: {
      prescription: { type: 'numerical', prescriptionNumber: number, ...more },
      deliveryZone: zone,
      deliveryAddress: 'Carré 1204, portail vert',
    },
  });
/** Gives an order that waits for its reading a prescription. */
const attach = async (prescription: object) => {
  const { id } = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
  return server.call(agent, 'PUT', `/orders/${id}`, { prescription });
};
const review = (id: string, body: object, who = agent) =>
  server.call(who, 'POST', `/medications/${id}/review`, body);
const approve = (id: string, price: number, who = agent) => review(id, { decision: 'approve', price }, who);
const noticesFor = ({ row }: Visitor) =>
  server.db.select().from(notifications).where(eq(notifications.userId, row.id)).orderBy(notifications.id);
const titlesFor = async (person: Visitor) => (await noticesFor(person)).map(({ title }) => title);
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));
const orderOf = async ({ row }: Visitor) =>
  (await server.db.select().from(orders).where(eq(orders.customerId, row.id)))[0];

describe('a price that a prescriber typed', () => {
  it('counts as 0 and is not paid until a pharmacist has checked it; then the checked price is', async () => {
    const added = await add(1);
    const { number } = await prescribe(line(known), line(added, 3));
    expect(await found(number)).toMatchObject({
      items: [
        { label: known.label, form: 'tablet', price: 1000 },
        { label: added.label, form: 'tablet', price: 0, review: 'waiting' },
      ],
      total: 2000,
    });
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await paymentsOf(customer)).toEqual([]);

    const { status, body } = await approve(added.id, 1500);
    expect([status, body.medication.price, body.medication.reviewed]).toEqual([200, 1500, false]);
    const medicines = 2 * 1000 + 3 * 1500;
    expect(await found(number)).toMatchObject({ total: medicines });
    const opened = await pay(number);
    expect([opened.status, opened.body.amount]).toEqual([201, 700 + medicines + medicines / 10]);
    await providerDoes(server, opened.body.transactionId, 'approve');
    expect(await orderOf(customer)).toMatchObject({
      state: 'pending',
      total: 700 + medicines + medicines / 10,
    });
  });

  it('buys nothing 20 times, nor once prices are taken from the catalogue again', async () => {
    doctor = await server.signIn('partnerDoctor', { verified: false });
    for (let price = 0; price < 20; price += 1) {
      const { number } = await prescribe(line(await add(price), 999));
      expect((await found(number)).total).toBe(0);
      expect(await pay(number)).toMatchObject(TO_REVIEW);
      const long = { pricedAt: new Date('2026-01-02T08:00:00Z') };
      await server.db.update(prescriptions).set(long).where(eq(prescriptions.number, number));
      expect(await pay(number)).toMatchObject(TO_REVIEW);
    }
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('waits although its line was written with a price', async () => {
    const { id, number } = await prescribe(line(await add(800)));
    const ofIt = eq(prescriptionItems.prescriptionId, id);
    await server.db.update(prescriptionItems).set({ price: 800 }).where(ofIt);
    expect(await found(number)).toMatchObject({ total: 0, items: [{ price: 0, review: 'waiting' }] });
  });

  it('is not attached to an order, nor added to one, before it is checked', async () => {
    const added = await add(800);
    const { id, number } = await prescribe(line(added));
    expect(await attach({ prescriptionNumber: number })).toMatchObject(TO_REVIEW);
    expect(await attach({ type: 'numerical', items: [line(added)] })).toMatchObject(TO_REVIEW);
    // While it waits, it may be edited.
    const { status, body } = await edit(id, { items: [line(added, 5)] });
    expect([status, body.prescription.items[0].review]).toEqual([200, 'waiting']);
    const attached = await prescribe(line(known));
    expect((await attach({ prescriptionNumber: attached.number })).status).toBe(200);
    expect(await edit(attached.id, { items: [line(added)] })).toMatchObject(TO_REVIEW);
    expect(await titlesFor(agent)).toContain('Prix à vérifier');
  });

  it('serves at once when an agent added the medicine; staff see that it is unchecked, customers do not', async () => {
    const { number } = await prescribe(line(await add(1200, agent)));
    expect((await found(number)).items[0]).not.toHaveProperty('review');
    expect((await found(number, agent)).items[0]).toMatchObject({ review: 'unchecked' });
    expect((await pay(number)).body.amount).toBe(700 + 2400 + 240);
  });

  it('leaves the other lines to be paid, even while it is approved', async () => {
    const added = await add(50_000);
    const { number } = await prescribe(line(known), line(added));
    const opened = await pay(number, { leftOut: [added.id] });
    expect(opened.body.amount).toBe(700 + 2000 + 200);
    expect((await approve(added.id, 40_000)).status).toBe(200);
    await providerDoes(server, opened.body.transactionId, 'approve');
    expect(await orderOf(customer)).toMatchObject({ state: 'pending', total: 2900 });
  });
});

describe('the review of a price', () => {
  const list = async (who = agent) =>
    (await server.call(who, 'GET', '/medications/to-review')).body.medications as { _id: string }[];

  it('is asked for once, of pharmacists and supervisors, who find it in their list', async () => {
    const { id, label } = await add(900);
    expect(await titlesFor(agent)).toEqual([]);
    const { number } = await prescribe(line({ id }));
    await prescribe(line({ id }));
    await pay(number);
    for (const [who, page] of [
      [agent, 'agent-dashboard'],
      [supervisor, 'supervisor-dashboard'],
    ] as const)
      expect(await noticesFor(who)).toMatchObject([
        { title: 'Prix à vérifier', link: `/${page}?tab=verifier` },
      ]);
    expect((await list()).find(({ _id }) => _id === id)).toMatchObject({
      label,
      price: 900,
      author: doctor.row.name,
      prescriptions: [number, expect.any(String)],
      alike: [],
    });
  });

  it('tells the prescriber and the customer who tried to pay, when no line waits any more', async () => {
    const [one, two] = [await add(100), await add(200)];
    const { number } = await prescribe(line(one), line(two));
    await pay(number);
    await approve(one.id, 500);
    expect(await titlesFor(customer)).toEqual([]);
    await approve(two.id, 600);
    expect(await titlesFor(customer)).toEqual(['Ordonnance vérifiée']);
    expect(await titlesFor(doctor)).toContain('Ordonnance vérifiée');
    expect((await pay(number)).body.amount).toBe(700 + 2200 + 220);
  });

  it('tells a customer who looked the prescription up, once; not staff, nor who looks it up later', async () => {
    const added = await add(800);
    const { id, number } = await prescribe(line(added));
    for (const who of [customer, customer, agent]) await search(number, who);
    const before = await titlesFor(agent);
    await approve(added.id, 900);
    expect(await titlesFor(customer)).toEqual(['Ordonnance vérifiée']);
    expect(await titlesFor(agent)).toEqual(before);
    await search(number);
    const text = 'select from prescription_watchers where prescription_id = $1';
    expect((await server.pool.query(text, [id])).rows).toEqual([]);
  });

  it('may refuse the medicine: the line says so, and the others can be taken', async () => {
    const added = await add(900);
    const { number } = await prescribe(line(known), line(added));
    await pay(number);
    expect((await review(added.id, { decision: 'refuse' })).status).toBe(200);
    expect((await found(number)).items[1].review).toBe('unavailable');
    const mine = await server.call(doctor, 'GET', '/prescriptions/my');
    expect(mine.body.prescriptions[0].items[1]).toMatchObject({ price: 0, review: 'refused' });
    expect(await titlesFor(doctor)).toContain('Médicament refusé');
    expect(await titlesFor(customer)).toEqual(['Médicament refusé']);
    expect((await pay(number)).body.code).toBe('MEDICATION_UNAVAILABLE');
    expect((await pay(number, { leftOut: [added.id] })).status).toBe(201);
  });

  it('is also a supervisor’s approval or removal in the catalogue', async () => {
    const [one, two] = [await add(900), await add(900)];
    const first = await prescribe(line(one));
    const second = await prescribe(line(two));
    const change = { reviewed: true, price: 1100 };
    expect((await server.call(supervisor, 'PUT', `/medications/${one.id}`, change)).status).toBe(200);
    expect((await pay(first.number)).body.amount).toBe(700 + 2200 + 220);
    expect((await server.call(supervisor, 'DELETE', `/medications/${two.id}`)).status).toBe(204);
    expect((await found(second.number)).items[0].review).toBe('unavailable');
    const titles = await titlesFor(doctor);
    expect(titles).toEqual(expect.arrayContaining(['Ordonnance vérifiée', 'Médicament refusé']));
  });

  it('shows the medicine to customers only after a supervisor’s approval', async () => {
    for (const [who, expected] of [
      [agent, false],
      [supervisor, true],
    ] as const) {
      const { id } = await add(900);
      await approve(id, 900, who);
      const [row] = await server.db.select().from(medications).where(eq(medications.id, id));
      expect(row?.reviewed).toBe(expected);
    }
  });

  it('needs a price, an awaited medicine and a new form', async () => {
    const { id, label } = await add(900);
    const fields = { price: 'Le prix doit être supérieur à 0' };
    expect((await review(id, { decision: 'approve' })).body.fields).toEqual(fields);
    expect((await approve(id, 0)).status).toBe(422);
    await buildMedication(server.db, { label, form: 'drops' });
    const drops = { decision: 'approve', price: 900, form: 'drops' };
    expect((await review(id, drops)).body.code).toBe('MEDICATION_EXISTS');
    expect((await approve((await buildMedication(server.db)).id, 900)).body.code).toBe('REVIEW_DONE');
    expect((await review('00000000-0000-7000-8000-000000000000', drops)).status).toBe(404);
  });
});

// Rule 39: a prescription-only medicine of such a prescriber waits for an in-house pharmacist.
describe('the prescription of a prescriber who is not verified', () => {
  let onPrescription: MedicationRow;
  let free: MedicationRow;

  beforeAll(async () => {
    onPrescription = await buildMedication(server.db, { requiresPrescription: true, price: 1000 });
    free = await buildMedication(server.db, { price: 500 });
  });
  beforeEach(async () => {
    doctor = await server.signIn('partnerDoctor', { verified: false });
  });

  const waiting = async (id: string): Promise<{ askedAt: string } | undefined> => {
    const { status, body } = await server.call(agent, 'GET', '/prescriptions/to-check');
    expect(status, JSON.stringify(body)).toBe(200);
    return body.prescriptions.find(({ _id }: { _id: string }) => _id === id);
  };
  const check = async (id: string, decision: string, askedAt?: string) =>
    server.call(agent, 'POST', `/prescriptions/${id}/check`, {
      decision,
      askedAt: askedAt ?? (await waiting(id))?.askedAt ?? server.clock.now().toISOString(),
    });

  it('is found but not paid; the pharmacists are asked once, and after one approves it is paid', async () => {
    const { id, number } = await prescribe(line(onPrescription), line(free));
    const items = [{ price: 0, review: 'waiting' }, { price: 500 }];
    expect(await found(number)).toMatchObject({ total: 1000, items });
    for (const _ of [1, 2]) expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await titlesFor(agent)).toEqual(['Ordonnance à vérifier']);
    expect(await waiting(id)).not.toHaveProperty('patientPhone');
    // The other line is paid without it, as with a price that waits.
    expect((await pay(number, { leftOut: [onPrescription.id] })).body.amount).toBe(700 + 1100);
    server.clock.advance(16 * 60);

    expect((await check(id, 'approve')).status).toBe(204);
    expect(await waiting(id)).toBeUndefined();
    expect((await pay(number)).body.amount).toBe(700 + 3300);
    for (const who of [doctor, customer]) expect(await titlesFor(who)).toEqual(['Ordonnance vérifiée']);
  });

  it('is paid at once without such a medicine, and once its prescriber is verified', async () => {
    expect((await pay((await prescribe(line(free))).number)).status).toBe(201);
    const { number } = await prescribe(line(onPrescription));
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    await server.db.update(users).set({ verified: true }).where(eq(users.id, doctor.row.id));
    expect((await pay(number)).status).toBe(201);
  });

  it('waits too when the medicine is put on prescription later', async () => {
    const medicine = await buildMedication(server.db);
    const { id, number } = await prescribe(line(medicine));
    expect(await waiting(id)).toBeUndefined();
    await server.call(supervisor, 'PUT', `/medications/${medicine.id}`, { requiresPrescription: true });
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await waiting(id)).toBeDefined();
  });

  it('waits again after its prescriber edits it, and a check of an older version decides nothing', async () => {
    const { id, number } = await prescribe(line(onPrescription));
    expect((await check(id, 'approve')).status).toBe(204);
    server.clock.advance(60);
    expect((await edit(id, { items: [line(onPrescription, 999)] })).status).toBe(200);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    const read = await waiting(id);
    server.clock.advance(60);
    await edit(id, { patientName: 'Codjo Dossou' });
    const late = await check(id, 'approve', read?.askedAt);
    expect(late).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_CHECKED' } });
    expect(await pay(number)).toMatchObject(TO_REVIEW);
  });

  it('is no longer found when the pharmacist refuses it; prescriber and waiting customer are told', async () => {
    const { id, number } = await prescribe(line(onPrescription));
    await pay(number);
    expect((await check(id, 'refuse')).status).toBe(204);
    expect((await search(number)).status).toBe(404);
    expect(await pay(number)).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_USED' } });
    for (const who of [doctor, customer]) expect(await titlesFor(who)).toEqual(['Ordonnance refusée']);
    expect((await check(id, 'approve')).status).toBe(404);
  });

  it('is decided once, by an in-house pharmacist, who may open its file', async () => {
    const { id, url } = await prescribe(line(onPrescription));
    expect((await server.call(agent, 'POST', '/upload/signed-url', { key: url })).status).toBe(200);
    const decided = await Promise.all(['approve', 'refuse', 'approve'].map((one) => check(id, one)));
    expect(decided.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('is attached to no order before', async () => {
    const { number } = await prescribe(line(onPrescription));
    expect(await attach({ prescriptionNumber: number })).toMatchObject(TO_REVIEW);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { medications } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const TO_REVIEW = {
  status: 409,
  body: {
    code: 'MEDICATION_TO_REVIEW',
    message: 'Un médicament de cette ordonnance attend la vérification d’un pharmacien',
  },
};

let server: TestApp;
let supervisor: Visitor;
let agent: Visitor;
let doctor: Visitor;
let customer: Visitor;
let zone: string;
let names = 0;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
  zone = (await buildZone(server.db, { price: 700 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor');
  customer = await server.signIn('customer');
});

async function add(price: number, by = doctor): Promise<{ _id: string; label: string }> {
  names += 1;
  const { status, body } = await server.call(by, 'POST', '/medications', { label: `Sirop ${names}`, price });
  expect(status).toBe(201);
  return body.medication;
}

async function prescribe(items: object[], by = doctor) {
  const { key: url } = await buildFile(server.db, { ownerId: by.row.id });
  const patient = { patientName: 'Afi Kpadé', patientPhone: '0197111111' };
  const { status, body } = await server.call(by, 'POST', '/prescriptions', { ...patient, items, url });
  expect(status).toBe(201);
  return body.prescription;
}

const line = ({ _id }: { _id: string }, quantity = 2) => ({ medicationId: _id, quantity });
const search = (number: string, who = customer) => server.call(who, 'GET', `/prescriptions/search/${number}`);
const pay = (number: string, more: object = {}, who = customer) =>
  server.call(who, 'POST', '/payments', {
    order: {
      prescription: { type: 'numerical', prescriptionNumber: number, ...more },
      deliveryZone: zone,
      deliveryAddress: 'Carré 1204, portail vert',
    },
  });
const review = (id: string, body: object, who = agent) =>
  server.call(who, 'POST', `/medications/${id}/review`, body);
const approve = (id: string, price: number, who = agent) => review(id, { decision: 'approve', price }, who);
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));
const noticesFor = ({ row }: Visitor) =>
  server.db.select().from(notifications).where(eq(notifications.userId, row.id)).orderBy(notifications.id);
const titlesFor = async (person: Visitor) => (await noticesFor(person)).map(({ title }) => title);

describe('a price that a prescriber typed', () => {
  it('counts as 0 and is not paid until a pharmacist has checked it; then the checked price is', async () => {
    const known = await buildMedication(server.db, { price: 1000 });
    const added = await add(1);
    const { prescriptionNumber: number } = await prescribe([line({ _id: known.id }), line(added, 3)]);
    const { prescription } = (await search(number)).body;
    expect(prescription.items).toMatchObject([
      { label: known.label, form: 'tablet', price: 1000 },
      { label: added.label, form: 'tablet', price: 0, review: 'waiting' },
    ]);
    expect(prescription.total).toBe(2000);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await paymentsOf(customer)).toEqual([]);

    const { status, body } = await approve(added._id, 1500);
    expect([status, body.medication.price, body.medication.reviewed]).toEqual([200, 1500, false]);
    expect((await search(number)).body.prescription).toMatchObject({ total: 2000 + 4500 });
    const medicines = 2 * 1000 + 3 * 1500;
    const opened = await pay(number);
    expect([opened.status, opened.body.amount]).toEqual([201, 700 + medicines + medicines / 10]);
    await providerDoes(server, opened.body.transactionId, 'approve');
    const [order] = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
    expect(order).toMatchObject({ state: 'pending', total: 700 + medicines + medicines / 10 });
  });

  it('20 prices typed by an unverified prescriber buy nothing', async () => {
    doctor = await server.signIn('partnerDoctor', { verified: false });
    for (let price = 0; price < 20; price += 1) {
      const added = await add(price);
      const { prescriptionNumber: number } = await prescribe([line(added, 999)]);
      expect((await search(number)).body.prescription.total).toBe(0);
      expect(await pay(number)).toMatchObject(TO_REVIEW);
      // Nor once its prices are taken from the catalogue again.
      const long = { pricedAt: new Date('2026-01-02T08:00:00Z') };
      await server.db.update(prescriptions).set(long).where(eq(prescriptions.number, number));
      expect(await pay(number)).toMatchObject(TO_REVIEW);
    }
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('is not attached to an order, nor added to one, before it is checked', async () => {
    const added = await add(800);
    const { prescriptionNumber } = await prescribe([line(added)]);
    const unread = async () => (await buildOrder(server.db, { state: 'pre-treatment', items: [] })).id;
    const put = async (prescription: object) =>
      server.call(agent, 'PUT', `/orders/${await unread()}`, { prescription });
    expect(await put({ prescriptionNumber })).toMatchObject(TO_REVIEW);
    expect(await put({ type: 'numerical', items: [line(added)] })).toMatchObject(TO_REVIEW);
    const known = await buildMedication(server.db);
    const attached = await prescribe([line({ _id: known.id })]);
    expect((await put({ prescriptionNumber: attached.prescriptionNumber })).status).toBe(200);
    const edit = { items: [line(added)] };
    expect(await server.call(doctor, 'PUT', `/prescriptions/${attached._id}`, edit)).toMatchObject(TO_REVIEW);
    expect(await titlesFor(agent)).toContain('Prix à vérifier');
  });

  it('may be edited while it waits', async () => {
    const added = await add(800);
    const { _id } = await prescribe([line(added)]);
    const edit = { items: [line(added, 5)] };
    const { status, body } = await server.call(doctor, 'PUT', `/prescriptions/${_id}`, edit);
    expect([status, body.prescription.items[0].review]).toEqual([200, 'waiting']);
  });

  it('serves at once when an agent added the medicine; staff see that it is unchecked, customers do not', async () => {
    const added = await add(1200, agent);
    const { prescriptionNumber: number } = await prescribe([line(added)]);
    expect((await search(number)).body.prescription.items[0]).not.toHaveProperty('review');
    expect((await search(number, agent)).body.prescription.items[0]).toMatchObject({ review: 'unchecked' });
    expect((await pay(number)).body.amount).toBe(700 + 2400 + 240);
  });

  it('leaves the other lines to be paid, even while it is approved', async () => {
    const known = await buildMedication(server.db, { price: 1000 });
    const added = await add(50_000);
    const { prescriptionNumber: number } = await prescribe([line({ _id: known.id }), line(added)]);
    const opened = await pay(number, { leftOut: [added._id] });
    expect(opened.body.amount).toBe(700 + 2000 + 200);
    expect((await approve(added._id, 40_000)).status).toBe(200);
    await providerDoes(server, opened.body.transactionId, 'approve');
    const [order] = await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
    expect(order).toMatchObject({ state: 'pending', total: 2900 });
  });
});

describe('the review', () => {
  const list = async (who = agent) =>
    (await server.call(who, 'GET', '/medications/to-review')).body.medications as { _id: string }[];

  it('is asked for once, of pharmacists and supervisors, who find it in their list', async () => {
    const other = await server.signIn('agent');
    const added = await add(900);
    expect(await titlesFor(other)).toEqual([]);
    const { prescriptionNumber } = await prescribe([line(added)]);
    await prescribe([line(added)]);
    await pay(prescriptionNumber);
    const notices = await noticesFor(other);
    expect(notices.map(({ title, link }) => [title, link])).toEqual([
      ['Prix à vérifier', '/agent-dashboard?tab=verifier'],
    ]);
    expect((await titlesFor(supervisor)).at(0)).toBe('Prix à vérifier');
    expect((await list()).find(({ _id }) => _id === added._id)).toMatchObject({
      label: added.label,
      price: 900,
      author: doctor.row.name,
      prescriptions: [prescriptionNumber, expect.any(String)],
      alike: [],
    });
  });

  it('tells the prescriber and the customer who tried to pay, when no line waits any more', async () => {
    const one = await add(100);
    const two = await add(200);
    const { prescriptionNumber: number } = await prescribe([line(one), line(two)]);
    await pay(number);
    await approve(one._id, 500);
    expect(await titlesFor(customer)).toEqual([]);
    await approve(two._id, 600);
    expect(await titlesFor(customer)).toEqual(['Ordonnance vérifiée']);
    expect(await titlesFor(doctor)).toContain('Ordonnance vérifiée');
    expect((await pay(number)).body.amount).toBe(700 + 2200 + 220);
  });

  it('may refuse the medicine: the line says so, and the others can be taken', async () => {
    const known = await buildMedication(server.db, { price: 1000 });
    const added = await add(900);
    const { prescriptionNumber: number } = await prescribe([line({ _id: known.id }), line(added)]);
    await pay(number);
    expect((await review(added._id, { decision: 'refuse' })).status).toBe(200);
    expect((await search(number)).body.prescription.items[1].review).toBe('unavailable');
    const mine = await server.call(doctor, 'GET', '/prescriptions/my');
    expect(mine.body.prescriptions[0].items[1]).toMatchObject({ price: 0, review: 'refused' });
    expect(await titlesFor(doctor)).toContain('Médicament refusé');
    expect(await titlesFor(customer)).toEqual(['Médicament refusé']);
    expect((await pay(number)).body.code).toBe('MEDICATION_UNAVAILABLE');
    expect((await pay(number, { leftOut: [added._id] })).status).toBe(201);
  });

  it('is also a supervisor’s approval or removal in the catalogue', async () => {
    const one = await add(900);
    const two = await add(900);
    const first = await prescribe([line(one)]);
    const second = await prescribe([line(two)]);
    const path = (id: string) => `/medications/${id}`;
    const change = { reviewed: true, price: 1100 };
    expect((await server.call(supervisor, 'PUT', path(one._id), change)).status).toBe(200);
    expect((await pay(first.prescriptionNumber)).body.amount).toBe(700 + 2200 + 220);
    expect((await server.call(supervisor, 'DELETE', path(two._id))).status).toBe(204);
    expect((await search(second.prescriptionNumber)).body.prescription.items[0].review).toBe('unavailable');
    expect(await titlesFor(doctor)).toEqual(
      expect.arrayContaining(['Ordonnance vérifiée', 'Médicament refusé']),
    );
  });

  it('shows the medicine to customers only after a supervisor’s approval', async () => {
    const byAgent = await add(900);
    const bySupervisor = await add(900);
    await approve(byAgent._id, 900);
    await approve(bySupervisor._id, 900, supervisor);
    const rows = await server.db.select().from(medications).where(eq(medications.createdById, doctor.row.id));
    const seen = new Map(rows.map(({ id, reviewed }) => [id, reviewed]));
    expect([seen.get(byAgent._id), seen.get(bySupervisor._id)]).toEqual([false, true]);
  });

  it('needs a price, an awaited medicine and a new form', async () => {
    const added = await add(900);
    expect((await review(added._id, { decision: 'approve' })).body.fields).toEqual({
      price: 'Le prix doit être supérieur à 0',
    });
    expect((await approve(added._id, 0)).status).toBe(422);
    await buildMedication(server.db, { label: added.label, form: 'drops' });
    const drops = { decision: 'approve', price: 900, form: 'drops' };
    expect((await review(added._id, drops)).body.code).toBe('MEDICATION_EXISTS');
    expect((await approve((await buildMedication(server.db)).id, 900)).body.code).toBe('REVIEW_DONE');
    expect((await review('00000000-0000-7000-8000-000000000000', drops)).status).toBe(404);
    expect((await approve(added._id, 900, doctor)).status).toBe(403);
    expect((await list(doctor)) ?? null).toBeNull();
  });
});

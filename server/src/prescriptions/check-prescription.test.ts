import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Rule 39: a prescription-only medicine of a prescriber who is not verified waits for an in-house pharmacist.

let server: TestApp;
let agent: Visitor;
let supervisor: Visitor;
let doctor: Visitor;
let customer: Visitor;
let onPrescription: MedicationRow;
let free: MedicationRow;
let zone: string;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  zone = (await buildZone(server.db, { price: 700 })).id;
  onPrescription = await buildMedication(server.db, { requiresPrescription: true, price: 1000 });
  free = await buildMedication(server.db, { price: 500 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor', { verified: false });
  customer = await server.signIn('customer');
  await server.pool.query('delete from notifications');
});

const linesOf = (...medicines: MedicationRow[]) =>
  medicines.map(({ id }) => ({ medicationId: id, quantity: 2 }));

async function prescribe(...medicines: MedicationRow[]) {
  const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
  const patient = { patientName: 'Afi Kpadé', patientPhone: '0197111111' };
  const { status, body } = await server.call(doctor, 'POST', '/prescriptions', {
    ...patient,
    items: linesOf(...medicines),
    url,
  });
  expect(status).toBe(201);
  const { _id: id, prescriptionNumber: number } = body.prescription;
  return { id: id as string, number: number as string, url };
}

const orderOf = (number: string, more: object = {}) => ({
  prescription: { type: 'numerical', prescriptionNumber: number, ...more },
  deliveryZone: zone,
  deliveryAddress: 'Carré 1204, portail vert',
});
const pay = (number: string, more: object = {}) =>
  server.call(customer, 'POST', '/payments', { order: orderOf(number, more) });
const toCheck = async () => {
  const { status, body } = await server.call(agent, 'GET', '/prescriptions/to-check');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.prescriptions as { _id: string; askedAt: string; patientPhone?: string }[];
};
const waiting = async (id: string) => (await toCheck()).find(({ _id }) => _id === id);
const check = async (id: string, decision: string, who = agent) =>
  server.call(who, 'POST', `/prescriptions/${id}/check`, {
    decision,
    askedAt: (await waiting(id))?.askedAt ?? server.clock.now().toISOString(),
  });
const titlesFor = async ({ row }: Visitor) => {
  const { rows } = await server.pool.query('select title from notifications where user_id = $1 order by id', [
    row.id,
  ]);
  return rows.map(({ title }) => title);
};
const TO_REVIEW = { status: 409, body: { code: 'MEDICATION_TO_REVIEW' } };

describe('the prescription of a prescriber who is not verified', () => {
  it('is found but not paid; the pharmacists are asked once, and after one approves it is paid', async () => {
    const { id, number } = await prescribe(onPrescription, free);
    const found = await server.call(customer, 'GET', `/prescriptions/search/${number}`);
    expect(found.body.prescription).toMatchObject({
      total: 1000,
      items: [{ price: 0, review: 'waiting' }, { price: 500 }],
    });
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await titlesFor(agent)).toEqual(['Ordonnance à vérifier']);
    expect(await waiting(id)).not.toHaveProperty('patientPhone');
    // What can be taken without it is paid, as with a price that waits.
    expect((await pay(number, { leftOut: [onPrescription.id] })).body.amount).toBe(700 + 1100);
    server.clock.advance(16 * 60);

    expect((await check(id, 'approve')).status).toBe(204);
    expect(await waiting(id)).toBeUndefined();
    expect((await pay(number)).body.amount).toBe(700 + 3300);
    expect(await titlesFor(doctor)).toEqual(['Ordonnance vérifiée']);
    expect(await titlesFor(customer)).toEqual(['Ordonnance vérifiée']);
  });

  it('is paid at once without such a medicine, and once its prescriber is verified', async () => {
    expect((await pay((await prescribe(free)).number)).status).toBe(201);
    const { number } = await prescribe(onPrescription);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    await server.db.update(users).set({ verified: true }).where(eq(users.id, doctor.row.id));
    expect((await pay(number)).status).toBe(201);
  });

  it('waits too when the medicine is put on prescription later', async () => {
    const medicine = await buildMedication(server.db);
    const { id, number } = await prescribe(medicine);
    expect(await waiting(id)).toBeUndefined();
    const change = { requiresPrescription: true };
    await server.call(supervisor, 'PUT', `/medications/${medicine.id}`, change);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    expect(await waiting(id)).toBeDefined();
  });

  it('waits again after its prescriber edits it, and a check of what was read before decides nothing', async () => {
    const { id, number } = await prescribe(onPrescription);
    expect((await check(id, 'approve')).status).toBe(204);
    server.clock.advance(60);
    const items = [{ medicationId: onPrescription.id, quantity: 999 }];
    expect((await server.call(doctor, 'PUT', `/prescriptions/${id}`, { items })).status).toBe(200);
    expect(await pay(number)).toMatchObject(TO_REVIEW);
    const read = await waiting(id);
    server.clock.advance(60);
    await server.call(doctor, 'PUT', `/prescriptions/${id}`, { patientName: 'Codjo Dossou' });
    const late = { decision: 'approve', askedAt: read?.askedAt };
    expect(await server.call(agent, 'POST', `/prescriptions/${id}/check`, late)).toMatchObject({
      status: 409,
      body: { code: 'PRESCRIPTION_CHECKED' },
    });
    expect(await pay(number)).toMatchObject(TO_REVIEW);
  });

  it('is no longer found when the pharmacist refuses it; who waited is told', async () => {
    const { id, number } = await prescribe(onPrescription);
    await pay(number);
    expect((await check(id, 'refuse')).status).toBe(204);
    expect((await server.call(customer, 'GET', `/prescriptions/search/${number}`)).status).toBe(404);
    expect(await pay(number)).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_USED' } });
    expect([await titlesFor(doctor), await titlesFor(customer)]).toEqual([
      ['Ordonnance refusée'],
      ['Ordonnance refusée'],
    ]);
    expect((await check(id, 'approve')).status).toBe(404);
  });

  it('is decided once, by an in-house pharmacist, who may open its file', async () => {
    const { id, url } = await prescribe(onPrescription);
    expect((await check(id, 'approve', supervisor)).status).toBe(403);
    expect((await server.call(agent, 'POST', '/upload/signed-url', { key: url })).status).toBe(200);
    const decided = await Promise.all(['approve', 'refuse', 'approve'].map((one) => check(id, one)));
    expect(decided.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('is attached to no order before', async () => {
    const { number } = await prescribe(onPrescription);
    const { body } = await photographed();
    expect(
      await server.call(agent, 'PUT', `/orders/${body.order._id}`, {
        prescription: { prescriptionNumber: number },
      }),
    ).toMatchObject(TO_REVIEW);
  });
});

async function photographed() {
  const { key } = await buildFile(server.db, { ownerId: customer.row.id });
  return server.call(customer, 'POST', '/orders', {
    prescription: { type: 'physical', url: key },
    deliveryZone: zone,
    deliveryAddress: 'Carré 1204, portail vert',
  });
}

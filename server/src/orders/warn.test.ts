import { consentVersions } from '@amasin/domain/users/consent.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { orderItems, orders } from '../database/schema/orders.ts';
import { warnings } from '../database/schema/warnings.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let pharmacy: Visitor;
let customer: Visitor;
let doliprane: MedicationRow;
let efferalgan: MedicationRow;
let amoxicillin: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  const build = (label: string, substances: string) =>
    buildMedication(server.db, { label, substances, form: 'tablet' });
  doliprane = await build('Doliprane', 'Paracétamol');
  efferalgan = await build('Efferalgan', 'Paracétamol + codéine');
  amoxicillin = await build('Clamoxyl adultes', 'Amoxicilline');
});
beforeEach(async () => {
  await server.db.delete(warnings);
  [pharmacy, customer] = [await server.signIn('pharmacy'), await server.signIn('customer')];
});
afterAll(() => server.close());

const orderOf = (medicines: readonly MedicationRow[], given: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(server.db, {
    customerId: customer.row.id,
    pharmacyId: pharmacy.row.id,
    items: medicines.map((medication) => ({ medication, quantity: 1 })),
    ...given,
  });
const read = async (id: string, visitor = pharmacy) =>
  (await server.call(visitor, 'GET', `/orders/${id}/warnings`)).body.warnings;
const ready = (id: string, visitor = pharmacy) =>
  server.call(visitor, 'POST', `/orders/${id}/ready`, { ready: true });
const see = (id: string, rule = 'duplicate', body: object = { reason: 'intended' }, visitor = pharmacy) =>
  server.call(visitor, 'POST', `/orders/${id}/warnings/${rule}/seen`, {
    medications: [doliprane.id, efferalgan.id, amoxicillin.id],
    ...body,
  });
const rulesOf = async (id: string) => (await read(id)).map(({ rule }: { rule: string }) => rule);
const stored = async () =>
  (await server.db.select().from(warnings)).map(({ rule, reason }) => [rule, reason]);

test('an order is not ready before its pharmacy has seen each warning, with a reason', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  const refused = await ready(id);
  expect([refused.status, refused.body.code]).toEqual([409, 'WARNING_UNSEEN']);
  expect(await stored()).toEqual([['duplicate', null]]);

  expect(await read(id)).toEqual([
    {
      rule: 'duplicate',
      medications: [
        { _id: doliprane.id, label: 'Doliprane' },
        { _id: efferalgan.id, label: 'Efferalgan' },
      ],
      source: 'Composition du catalogue : paracétamol',
      blocks: true,
      seen: null,
    },
  ]);
  expect((await see(id, 'duplicate', { reason: 'other' })).body.fields).toEqual({
    note: 'Écrivez la raison',
  });
  const seen = await see(id, 'duplicate', { reason: 'other', note: 'Deux dosages' });
  expect(seen.body.warnings[0].seen).toMatchObject({ by: pharmacy.row.name, note: 'Deux dosages' });
  // The first reason stays.
  expect((await see(id)).body.warnings[0].seen.reason).toBe('other');
  expect((await ready(id)).status).toBe(200);
  expect(await stored()).toEqual([['duplicate', 'other']]);
});

test('one that is ready stays ready, and is not refused when it is said again', async () => {
  const { id } = await orderOf([doliprane]);
  expect((await ready(id)).status).toBe(200);
  await orderOf([efferalgan], { paidAt: new Date('2026-01-01') });
  expect((await ready(id)).status).toBe(200);
});

test('« non vérifié » is said and stops nothing', async () => {
  const { id } = await orderOf([await buildMedication(server.db)]);
  expect((await read(id))[0]).toMatchObject({ rule: 'unverified', blocks: false, seen: null });
  expect((await ready(id)).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test.each([
  ['seven days before', { createdAt: new Date('2026-11-13T09:00:00Z') }, ['recent']],
  ['more than seven days before', { createdAt: new Date('2026-11-13T07:00:00Z') }, []],
  ['later', { createdAt: new Date('2026-11-20T09:00:00Z') }, []],
  ['cancelled', { createdAt: new Date('2026-11-19T09:00:00Z'), state: 'cancelled' }, []],
  ['unpaid', { createdAt: new Date('2026-11-19T09:00:00Z'), state: 'pre-treatment' }, []],
] as const)('another order of the same customer: %s', async (_name, given, rules) => {
  const other = { ...given, pharmacyId: null };
  await orderOf([efferalgan], other);
  const { id } = await orderOf([doliprane], { createdAt: new Date('2026-11-20T08:00:00Z') });
  expect(await rulesOf(id)).toEqual(rules);
  const { id: ofAnother } = await orderOf([doliprane], {
    createdAt: new Date('2026-11-20T08:00:00Z'),
    customerId: (await server.signIn('customer')).row.id,
  });
  expect(await rulesOf(ofAnother)).toEqual([]);
});

test('the patient’s age is read from the prescription', async () => {
  const items = [{ medication: amoxicillin, quantity: 1 }];
  const { id: prescriptionId } = await buildPrescription(server.db, { items, patientMonths: 30 });
  const { id } = await orderOf([amoxicillin], { prescriptionId });
  expect(await read(id)).toMatchObject([
    { rule: 'adult-form', source: 'Âge écrit sur l’ordonnance : 2 ans et 6 mois' },
  ]);
});

test('what a customer wrote warns her pharmacy, until her consent ends', async () => {
  const { id } = await orderOf([amoxicillin]);
  const write = (allergies: string | null) => server.call(customer, 'PUT', '/allergies', { allergies });
  const kept = async () => (await server.call(customer, 'GET', '/allergies')).body.allergies;
  expect((await write('Amoxicilline, iode')).status).toBe(200);
  expect(await read(id)).toMatchObject([{ rule: 'allergy', source: 'Écrit par le client : amoxicilline' }]);
  expect((await write('x'.repeat(301))).status).toBe(422);
  await write(' ');
  expect([await kept(), await rulesOf(id)]).toEqual([null, []]);

  const consent = { purpose: 'health', version: consentVersions.health };
  await server.call(customer, 'POST', '/users/me/consents', consent);
  await write('Amoxicilline');
  expect((await server.call(customer, 'DELETE', '/users/me/consents/health')).status).toBe(204);
  expect([await kept(), await rulesOf(id)]).toEqual([null, []]);
  expect((await write('Amoxicilline')).body.code).toBe('CONSENT_WITHDRAWN');
  expect((await write(null)).status).toBe(200);
});

test('a line is compared as it is given, and not once it was given back', async () => {
  const { id } = await orderOf([doliprane, amoxicillin]);
  const ofLine = and(eq(orderItems.orderId, id), eq(orderItems.position, 1));
  const given = {
    medicationId: efferalgan.id,
    label: 'Efferalgan',
    prescribedId: amoxicillin.id,
    prescribedLabel: 'Clamoxyl adultes',
    givenPrice: 1000,
  };
  await server.db.update(orderItems).set(given).where(ofLine);
  expect(await rulesOf(id)).toEqual(['duplicate']);
  const lines = [{ medicationId: efferalgan.id, givenBack: 1 }];
  const body = { lines, reason: 'unavailable' };
  const back = await server.call(await server.signIn('supervisor'), 'POST', `/orders/${id}/give-back`, body);
  expect(back.status).toBe(200);
  expect(await rulesOf(id)).toEqual([]);
});

test('it is seen again once it is about another medicine, and not once it is about fewer', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  await server.db.insert(warnings).values({
    orderId: id,
    rule: 'duplicate',
    medications: [doliprane.id, amoxicillin.id],
    raisedAt: server.clock.now(),
    seenAt: server.clock.now(),
    seenById: pharmacy.row.id,
    reason: 'intended',
  });
  expect((await ready(id)).body.code).toBe('WARNING_UNSEEN');
  expect(await stored()).toEqual([['duplicate', null]]);
  await server.db.update(warnings).set({ medications: [doliprane.id, efferalgan.id, amoxicillin.id] });
  await see(id);
  expect((await ready(id)).status).toBe(200);
});

test('who else may say it, and of what', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  const stranger = await server.signIn('pharmacy');
  expect((await see(id, 'duplicate', { reason: 'intended' }, stranger)).status).toBe(404);
  expect((await see(id, 'allergy')).status).toBe(404);
  expect((await see(id, 'unverified')).status).toBe(404);
  // Supervisors read, and are not counted as warned.
  expect(await read(id, await server.signIn('supervisor'))).toHaveLength(1);
  expect(await stored()).toEqual([]);
  const { id: gone } = await orderOf([doliprane, efferalgan], { state: 'delivering' });
  expect((await see(gone)).body.code).toBe('STATE_CHANGED');
  expect(await stored()).toEqual([]);
});

test('each rule is counted once an order', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  for (const order of [id, id, (await orderOf([amoxicillin])).id]) await read(order);
  await see(id);
  const supervisor = await server.signIn('supervisor');
  const { body } = await server.call(supervisor, 'GET', '/warnings/counts');
  expect(body.rules[0]).toEqual({ rule: 'duplicate', raised: 1, seen: 1, off: false });
  expect(body.rules[4]).toEqual({ rule: 'allergy', raised: 0, seen: 0, off: false });
});

test('a rule that the house has switched off is silent', async () => {
  const quiet = await startTestApp({ settings: { warningsOff: ['duplicate'] } });
  onTestFinished(() => quiet.close());
  const substances = 'Paracétamol';
  const items = [
    { medication: await buildMedication(quiet.db, { substances }), quantity: 1 },
    { medication: await buildMedication(quiet.db, { substances }), quantity: 1 },
  ];
  const pharmacist = await quiet.signIn('pharmacy');
  const { id } = await buildOrder(quiet.db, { pharmacyId: pharmacist.row.id, items });
  expect((await quiet.call(pharmacist, 'POST', `/orders/${id}/ready`, { ready: true })).status).toBe(200);
  const { body } = await quiet.call(await quiet.signIn('supervisor'), 'GET', '/warnings/counts');
  expect(body.rules[0]).toEqual({ rule: 'duplicate', raised: 0, seen: 0, off: true });
});

test('the rest of a prescription is no second order of its substance', async () => {
  const prescription = await buildPrescription(server.db, {
    items: [{ medication: doliprane, quantity: 2, posology: '1 comprimé', duration: '3 jours' }],
  });
  const given = { customerId: customer.row.id, prescriptionId: prescription.id };
  await orderOf([doliprane], { ...given, createdAt: new Date('2026-11-19T09:00:00Z'), pharmacyId: null });
  const { id } = await orderOf([doliprane], { ...given, createdAt: new Date('2026-11-20T08:00:00Z') });
  expect(await rulesOf(id)).toEqual([]);
});

test('another pharmacy has to see what a former one saw', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  expect((await see(id)).status).toBe(200);
  const other = await server.signIn('pharmacy');
  await server.db.update(orders).set({ pharmacyId: other.row.id }).where(eq(orders.id, id));
  expect((await ready(id, other)).body.code).toBe('WARNING_UNSEEN');
  const seen = await see(id, 'duplicate', { reason: 'called-customer' }, other);
  expect(seen.body.warnings[0].seen).toMatchObject({ by: other.row.name, reason: 'called-customer' });
  expect((await ready(id, other)).status).toBe(200);
});

test('one that has become one of more medicines is read before it is seen', async () => {
  const { id } = await orderOf([doliprane, efferalgan]);
  const body = { medications: [doliprane.id], reason: 'intended' };
  expect((await see(id, 'duplicate', body)).body.code).toBe('WARNING_CHANGED');
  expect((await ready(id)).body.code).toBe('WARNING_UNSEEN');
});

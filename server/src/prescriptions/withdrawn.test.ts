import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Rule 39: what a deactivated prescriber wrote and nobody used is neither found nor paid.

let server: TestApp;
let admin: Visitor;
let doctor: Visitor;
let customer: Visitor;
let prescription: PrescriptionRow;
let items: { medication: MedicationRow; quantity: number }[];
let zone: string;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  zone = (await buildZone(server.db, { price: 700 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor');
  customer = await server.signIn('customer');
  items = [{ medication: await buildMedication(server.db), quantity: 1 }];
  prescription = await buildPrescription(server.db, { authorId: doctor.row.id, items });
});

const toggle = async () =>
  expect((await server.call(admin, 'PATCH', `/users/${doctor.row.id}/toggle-active`, {})).status).toBe(200);
const search = (who = customer) => server.call(who, 'GET', `/prescriptions/search/${prescription.number}`);
const coded = () => ({
  prescription: { type: 'numerical', prescriptionNumber: prescription.number },
  deliveryZone: zone,
  deliveryAddress: 'Carré 1204, portail vert',
});
const pay = () => server.call(customer, 'POST', '/payments', { order: elsewhere(coded()) });
const paymentsOf = async ({ row }: Visitor) =>
  (
    await server.pool.query('select status, review_reason, order_id from payments where customer_id = $1', [
      row.id,
    ])
  ).rows;
const USED = { status: 409, body: { code: 'PRESCRIPTION_USED' } };

it('it is not found and opens no payment while the account is deactivated', async () => {
  await toggle();
  const unknown = await server.call(customer, 'GET', '/prescriptions/search/ORD-00000001');
  const { status, body } = await search();
  expect([status, body]).toEqual([404, unknown.body]);
  for (const who of [await server.signIn('agent'), await server.signIn('supervisor')])
    expect((await search(who)).status).toBe(404);
  expect(await pay()).toMatchObject(USED);
  await toggle();
  expect((await search()).status).toBe(200);
  expect((await pay()).status).toBe(201);
});

it('it is not paid through an unpaid order that has it', async () => {
  const order = await buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: (await server.signIn('agent')).row.id,
    prescriptionId: prescription.id,
    items,
  });
  await toggle();
  const open = () => server.call(customer, 'POST', '/payments', { orderId: order.id });
  expect(await open()).toMatchObject(USED);
  await toggle();
  expect((await open()).status).toBe(201);
});

it.each(['deactivated', 'deleted'])(
  'money that arrives after its prescriber was %s goes to review',
  async (how) => {
    const { transactionId } = await openPayment(server, customer, { order: coded() });
    if (how === 'deactivated') await toggle();
    else {
      server.clock.advance(16 * 60);
      admin = await server.session(admin.row);
      expect((await server.call(admin, 'DELETE', `/users/${doctor.row.id}`)).status).toBe(204);
    }
    await providerDoes(server, transactionId, 'approve');
    expect(await paymentsOf(customer)).toEqual([
      { status: 'review', review_reason: 'prescription-changed', order_id: null },
    ]);
  },
);

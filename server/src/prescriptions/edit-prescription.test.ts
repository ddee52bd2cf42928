import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { files } from '../database/schema/files.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let doctor: Visitor;
let agent: Visitor;
let medication: MedicationRow;
let own: PrescriptionRow;
let zoneId: string;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  agent = await server.signIn('agent');
  zoneId = (await buildZone(server.db, { price: 500 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor');
  medication = await buildMedication(server.db, { price: 300 });
  own = await buildPrescription(server.db, { authorId: doctor.row.id });
});

const items = (quantity = 4) => [{ medicationId: medication.id, quantity, price: 300 }];
const edit = (id: string, body: object, who = doctor) =>
  server.call(who, 'PUT', `/prescriptions/${id}`, body);
const rowOf = async (id: string) =>
  (await server.db.select().from(prescriptions).where(eq(prescriptions.id, id)))[0];
const buy = (number: string) =>
  openPayment(server, customer, {
    order: {
      prescription: { type: 'numerical', prescriptionNumber: number },
      deliveryZone: zoneId,
      deliveryAddress: 'Akpakpa',
    },
  });
/** An unpaid order with items of 2 × 1 000 F. */
const buildUnpaidOrder = async (writer: Visitor = agent) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    agentId: agent.row.id,
    itemsWrittenById: writer.row.id,
  });

describe('a prescriber edits their unused prescriptions (rule 20)', () => {
  it('items create a new version at current prices; name, telephone and file change in place', async () => {
    const url = (await buildFile(server.db, { ownerId: doctor.row.id })).key;
    server.clock.advance(60);
    const { status, body } = await edit(own.id, {
      items: items(),
      patientName: 'Codjo Ahossi',
      patientPhone: '0196000000',
      url,
      used: true,
      prescriptionNumber: 'ORD-66666666',
    });
    expect(status).toBe(200);
    expect(body.prescription).toMatchObject({
      prescriptionNumber: own.number,
      patientName: 'Codjo Ahossi',
      patientPhone: '+2290196000000',
      items: [{ medicationId: medication.id, quantity: 4, price: 300 }],
      total: 1200,
      url,
      used: false,
    });
    expect(await rowOf(own.id)).toMatchObject({ version: 2, pricedAt: server.clock.now() });
    const [old] = await server.db
      .select()
      .from(files)
      .where(eq(files.key, own.url ?? ''));
    expect(old?.boundAt).toBeNull();
  });

  it('a name alone does not create a version', async () => {
    await edit(own.id, { patientName: 'Autre nom' });
    expect(await rowOf(own.id)).toMatchObject({ version: 1, patientName: 'Autre nom' });
  });

  it('a payment opened before the clock was set back by an hour does not reserve it', async () => {
    server.clock.advance(3600);
    await buy(own.number);
    server.clock.advance(-3600);
    expect(await edit(own.id, { items: items() })).toMatchObject({ status: 200 });
  });

  it('returns 404 for a colleague’s, 409 while it is being paid and once it is used', async () => {
    const colleague = await server.signIn('partnerDoctor');
    expect(await edit(own.id, { items: items() }, colleague)).toMatchObject({ status: 404 });
    await buy(own.number);
    const reserved = { status: 409, body: { code: 'PRESCRIPTION_RESERVED' } };
    expect(await edit(own.id, { items: items() })).toMatchObject(reserved);
    expect(await server.call(doctor, 'DELETE', `/prescriptions/${own.id}`)).toMatchObject(reserved);
    const used = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [{ medication, quantity: 1 }],
    });
    await buildOrder(server.db, { prescriptionId: used.id, items: [{ medication, quantity: 1 }] });
    const gone = { status: 409, body: { code: 'PRESCRIPTION_USED' } };
    expect(await edit(used.id, { items: items() })).toMatchObject(gone);
    expect(await server.call(doctor, 'DELETE', `/prescriptions/${used.id}`)).toMatchObject(gone);
    expect((await rowOf(used.id))?.version).toBe(1);
  });

  it('accepts an edit 15 minutes after the portal was opened', async () => {
    await buy(own.number);
    server.clock.advance(15 * 60);
    expect((await edit(own.id, { items: items() })).status).toBe(200);
  });
});

describe('a pharmacist or a supervisor edits the prescription of an unpaid order', () => {
  it('changes items and total of the order, notifies the customer and adds an event', async () => {
    const order = await buildUnpaidOrder();
    const { status, body } = await edit(
      order.prescriptionId ?? '',
      { items: items(), patientName: 'Autre' },
      agent,
    );
    expect([status, body.prescription.total, body.prescription.patientName]).toEqual([
      200,
      1200,
      customer.row.name,
    ]);
    const { order: seen } = (await server.call(customer, 'GET', `/orders/${order.id}`)).body;
    expect(seen).toMatchObject({ itemsCount: 1, medicinesAmount: 1200, commission: 120, totalAmount: 1820 });
    expect(seen.prescription.items).toMatchObject([{ medicationId: medication.id, quantity: 4, price: 300 }]);
    expect(await noticesOf(server, order.number, { customer })).toEqual([
      ['customer', 'Ordonnance corrigée'],
    ]);
    const { timeline } = (await server.call(agent, 'GET', `/orders/${order.id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'edit-prescription', actor: { name: agent.row.name } });
  });

  it('returns 200 to a supervisor and 404 to another agent', async () => {
    const supervisor = await server.signIn('supervisor');
    const order = await buildUnpaidOrder(supervisor);
    const stranger = await server.signIn('agent');
    expect((await edit(order.prescriptionId ?? '', { items: items() }, stranger)).status).toBe(404);
    expect((await edit(order.prescriptionId ?? '', { items: items() }, supervisor)).status).toBe(200);
  });

  it('returns 422 without items, and changes nothing', async () => {
    const order = await buildUnpaidOrder();
    const { status, body } = await edit(order.prescriptionId ?? '', { patientName: 'Autre' }, agent);
    expect([status, body.fields]).toEqual([422, { items: 'Ajouter au moins un médicament' }]);
    expect((await rowOf(order.prescriptionId ?? ''))?.version).toBe(1);
  });

  it('returns 404 when no order has it', async () => {
    const supervisor = await server.signIn('supervisor');
    for (const who of [supervisor, agent])
      expect((await edit(own.id, { items: items() }, who)).status).toBe(404);
  });

  it('returns 409 while the customer pays; a payment for the old items goes to review', async () => {
    const order = await buildUnpaidOrder();
    const before = await openPayment(server, customer, { orderId: order.id });
    expect(await edit(order.prescriptionId ?? '', { items: items() }, agent)).toMatchObject({
      status: 409,
      body: { code: 'PRESCRIPTION_RESERVED' },
    });
    server.clock.advance(15 * 60);
    const later = await server.session(agent.row);
    // Other items with the same total.
    const same = await buildMedication(server.db, { price: 2000 });
    const line = { medicationId: same.id, quantity: 1, price: 2000 };
    expect((await edit(order.prescriptionId ?? '', { items: [line] }, later)).status).toBe(200);
    await providerDoes(server, before.transactionId, 'approve');
    const { rows } = await server.pool.query(
      'select status, review_reason from payments where transaction_id = $1',
      [before.transactionId],
    );
    expect(rows).toMatchObject([{ status: 'review' }]);
    const { order: seen } = (
      await server.call(await server.session(customer.row), 'GET', `/orders/${order.id}`)
    ).body;
    expect([seen.state, seen.finalAmount]).toEqual(['pre-treatment', 0]);
  });
});

describe('deleting a prescription', () => {
  it('is a soft delete; afterwards the prescription is in no list and no search', async () => {
    const remove = () => server.call(doctor, 'DELETE', `/prescriptions/${own.id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await rowOf(own.id))?.deletedAt).toEqual(server.clock.now());
    expect((await server.call(doctor, 'GET', '/prescriptions')).body.total).toBe(0);
    expect((await server.call(customer, 'GET', `/prescriptions/search/${own.number}`)).status).toBe(404);
  });

  it('makes its client number available again', async () => {
    const write = async () => {
      const url = (await buildFile(server.db, { ownerId: doctor.row.id })).key;
      const body = { patientName: 'Afi', patientPhone: '97000009', items: items(), url };
      return server.call(doctor, 'POST', '/prescriptions', { ...body, prescriptionNumber: 'ORD-77777777' });
    };
    const first = await write();
    await server.call(doctor, 'DELETE', `/prescriptions/${first.body.prescription._id}`);
    const second = await write();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.prescription._id).not.toBe(first.body.prescription._id);
  });

  it('returns 409 while an order has it', async () => {
    const order = await buildOrder(server.db, { state: 'pre-treatment', items: [], agentId: agent.row.id });
    const attached = await server.call(await server.session(agent.row), 'PUT', `/orders/${order.id}`, {
      prescription: { prescriptionNumber: own.number },
    });
    expect(attached.status).toBe(200);
    expect(await server.call(doctor, 'DELETE', `/prescriptions/${own.id}`)).toMatchObject({
      status: 409,
      body: { code: 'PRESCRIPTION_ATTACHED' },
    });
  });
});

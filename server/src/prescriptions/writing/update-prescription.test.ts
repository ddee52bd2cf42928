import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../../builders/catalogue.ts';
import { buildFile } from '../../builders/file.ts';
import { buildOrder } from '../../builders/order.ts';
import { buildPrescription } from '../../builders/prescription.ts';
import { files } from '../../database/schema/files.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { type PrescriptionRow, prescriptions } from '../../database/schema/prescriptions.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { noticesOf } from '../../testing/notices.ts';
import { openPayment, providerDoes } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let doctor: Visitor;
let agent: Visitor;
let medication: MedicationRow;
let own: PrescriptionRow;
let zoneOf: string;

beforeAll(async () => {
  server = await startTestApp();
  [customer, agent] = [await server.signIn('customer'), await server.signIn('agent')];
  zoneOf = (await buildZone(server.db, { price: 500 })).id;
});
afterAll(async () => {
  await expectWhole(server.db);
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
      deliveryZone: zoneOf,
      deliveryAddress: 'x',
    },
  });
/** An order that its pharmacist has written and its customer has not paid: 2 × 1 000 F. */
const treated = async (writer: Visitor = agent) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    agentId: agent.row.id,
    itemsWrittenById: writer.row.id,
  });

describe('a prescriber edits own unused prescriptions (RULES 20)', () => {
  it('items make a new version at today’s prices; name, telephone and file change in place', async () => {
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

  it('a name alone is no new version', async () => {
    await edit(own.id, { patientName: 'Autre nom' });
    expect(await rowOf(own.id)).toMatchObject({ version: 1, patientName: 'Autre nom' });
  });

  it('not a colleague’s (404), not while it is being paid (409), not once it is used (409)', async () => {
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

  it('again once the portal’s quarter of an hour is over', async () => {
    await buy(own.number);
    server.clock.advance(15 * 60);
    expect((await edit(own.id, { items: items() })).status).toBe(200);
  });
});

describe('a pharmacist or a supervisor corrects what an order waits to be paid for', () => {
  it('items and total of the order go with it, the customer is told, the timeline says so', async () => {
    const order = await treated();
    const { status, body } = await edit(
      order.prescriptionId ?? '',
      { items: items(), patientName: 'Autre' },
      agent,
    );
    expect([status, body.prescription.total, body.prescription.patientName]).toEqual([
      200,
      1200,
      'Patient d’essai',
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

  it('a supervisor too; another agent, whose order it is not, finds nothing', async () => {
    const supervisor = await server.signIn('supervisor');
    const order = await treated(supervisor);
    const stranger = await server.signIn('agent');
    expect((await edit(order.prescriptionId ?? '', { items: items() }, stranger)).status).toBe(404);
    expect((await edit(order.prescriptionId ?? '', { items: items() }, supervisor)).status).toBe(200);
  });

  it('nothing but items is theirs to say: without any it is 422, and nothing has changed', async () => {
    const order = await treated();
    const { status, body } = await edit(order.prescriptionId ?? '', { patientName: 'Autre' }, agent);
    expect([status, body.fields]).toEqual([422, { items: 'Ajouter au moins un médicament' }]);
    expect((await rowOf(order.prescriptionId ?? ''))?.version).toBe(1);
  });

  it('not what no order has: that is its prescriber’s', async () => {
    const supervisor = await server.signIn('supervisor');
    for (const who of [supervisor, agent])
      expect((await edit(own.id, { items: items() }, who)).status).toBe(404);
  });

  it('not while the customer pays; a payment of the old sum never buys the new items (R28)', async () => {
    const order = await treated();
    const before = await openPayment(server, customer, { orderId: order.id });
    expect(await edit(order.prescriptionId ?? '', { items: items() }, agent)).toMatchObject({
      status: 409,
      body: { code: 'PRESCRIPTION_RESERVED' },
    });
    server.clock.advance(15 * 60);
    const later = await server.session(agent.row);
    // Other items of the very same sum.
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

describe('taking a prescription back', () => {
  it('is soft, answers 404 afterwards, and finds it nowhere', async () => {
    const gone = () => server.call(doctor, 'DELETE', `/prescriptions/${own.id}`);
    expect((await gone()).status).toBe(204);
    expect((await gone()).status).toBe(404);
    expect((await rowOf(own.id))?.deletedAt).toEqual(server.clock.now());
    expect((await server.call(doctor, 'GET', '/prescriptions')).body.total).toBe(0);
    expect((await server.call(customer, 'GET', `/prescriptions/search/${own.number}`)).status).toBe(404);
  });

  it('leaves its client number to a new one', async () => {
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

  it('not while an order has it (409)', async () => {
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

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const DAY = 24 * 3600;

let server: TestApp;
let customer: Visitor;
let agent: Visitor;
let doctor: Visitor;
let order: OrderRow;
let prescription: PrescriptionRow;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  agent = await server.signIn('agent');
  doctor = await server.signIn('partnerDoctor', { verified: true });
  const photograph = await buildFile(server.db, { ownerId: customer.row.id, boundAt: server.clock.now() });
  order = await buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    items: [],
    zone: await buildZone(server.db, { price: 500 }),
    prescriptionUrl: photograph.key,
    card: await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 }),
  });
  const medication = await buildMedication(server.db, { price: 1000 });
  prescription = await buildPrescription(server.db, {
    authorId: doctor.row.id,
    items: [{ medication, quantity: 2 }],
  });
});

const put = (sent: unknown, who = agent, id = order.id) =>
  server.call(who, 'PUT', `/orders/${id}`, { prescription: sent });
const currentRow = async () =>
  (await server.db.select().from(prescriptions).where(eq(prescriptions.id, prescription.id)))[0];

describe('a pharmacist reads a photograph', () => {
  it('creates the pharmacist’s prescription with the photograph, and sets the order’s total with the insurance', async () => {
    const medication = await buildMedication(server.db, { price: 1250 });
    const { status, body } = await put({
      type: 'numerical',
      items: [{ medicationId: medication.id, quantity: 3 }],
    });
    expect(status).toBe(200);
    // 500 + 3 750 × 73 / 100 = 3 237.5
    expect(body.order).toMatchObject({
      medicinesAmount: 3750,
      totalAmount: 3238,
      allowedActions: ['edit-prescription', 'check-insurance'],
    });
    const { prescriptions: mine } = (await server.call(agent, 'GET', '/prescriptions/my')).body;
    expect(mine).toMatchObject([
      {
        type: 'physical',
        url: order.prescriptionUrl,
        used: false,
        patientName: customer.row.name,
        verified: true,
      },
    ]);
  });

  it('creates one prescription for concurrent requests; all but one return 409', async () => {
    const supervisor = await server.signIn('supervisor');
    const medication = await buildMedication(server.db);
    const sent = { items: [{ medicationId: medication.id, quantity: 1 }] };
    const responses = await Promise.all([agent, supervisor, agent, supervisor].map((who) => put(sent, who)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of responses) {
      if (status === 409) expect(body.message).toBe('Cette commande a déjà été traitée');
    }
  });
});

describe('attaching an existing prescription', () => {
  it.each([
    ['its number', () => ({ prescriptionNumber: prescription.number })],
    ['its id', () => ({ _id: prescription.id })],
    ['its bare id', () => prescription.id],
  ])(
    'by %s copies its items and prices, and marks it as used when the order is paid',
    async (_name, sent) => {
      const { status, body } = await put(sent());
      expect(status).toBe(200);
      expect(body.order).toMatchObject({
        state: 'pre-treatment',
        prescription: { _id: prescription.id, prescriptorName: doctor.row.name },
        medicinesAmount: 2000,
        totalAmount: 1960,
      });
      expect((await currentRow())?.usedById).toBeNull();
      const { transactionId } = await openPayment(server, customer, { orderId: order.id });
      await providerDoes(server, transactionId, 'approve');
      expect((await currentRow())?.usedById).toBe(order.id);
      const { rows } = await server.pool.query(`select message from notifications where user_id = $1`, [
        doctor.row.id,
      ]);
      expect(rows).toEqual([{ message: `Votre ordonnance ${prescription.number} a été commandée.` }]);
    },
  );

  it('returns the same 409 when it is unknown, used, attached elsewhere or reserved by another customer', async () => {
    const refused = { status: 409, body: { code: 'PRESCRIPTION_USED' } };
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    const used = await buildPrescription(server.db, { items });
    await buildOrder(server.db, { prescriptionId: used.id, items });
    const elsewhere = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    expect((await put({ _id: prescription.id }, agent, elsewhere.id)).status).toBe(200);
    const taken = [{ _id: used.id }, { prescriptionNumber: used.number }, { _id: prescription.id }];
    for (const sent of [{ prescriptionNumber: 'ORD-00000002' }, { _id: order.id }, ...taken]) {
      expect(await put(sent)).toMatchObject(refused);
    }
    const existing = await buildPrescription(server.db);
    const stranger = await server.signIn('customer');
    const draft = {
      prescription: { type: 'numerical', prescriptionNumber: existing.number },
      deliveryZone: order.zoneId,
      deliveryAddress: 'Akpakpa',
    };
    await openPayment(server, stranger, { order: draft });
    expect(await put({ _id: existing.id })).toMatchObject(refused);
    server.clock.advance(15 * 60);
    expect((await put({ _id: existing.id }, await server.session(agent.row))).status).toBe(200);
  });

  it('returns 402 to a customer, and attaches nothing (authorization.csv 19)', async () => {
    expect((await put({ _id: prescription.id }, customer)).status).toBe(402);
    expect((await currentRow())?.usedById).toBeNull();
  });
});

describe('an order unpaid for more than 30 days (rule 2)', () => {
  const pay = (who: Visitor) => server.call(who, 'POST', '/payments', { orderId: order.id });
  const afterThirtyOneDays = async () => {
    server.clock.advance(31 * DAY);
    return server.session(customer.row);
  };

  it('is repriced, refused once with the new total, then paid at the new price', async () => {
    await put({ _id: prescription.id });
    await server.pool.query(
      `update medications set price_fcfa = 1500 where id = (select medication_id from prescription_items where prescription_id = $1)`,
      [prescription.id],
    );
    const who = await afterThirtyOneDays();
    // 500 + 3 000 × 73 / 100
    expect(await pay(who)).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { total: 2690 } },
    });
    const { transactionId, amount } = (await pay(who)).body;
    expect(amount).toBe(2690);
    await providerDoes(server, transactionId, 'approve');
    const { body } = await server.call(who, 'GET', `/orders/${order.id}`);
    expect(body.order).toMatchObject({ state: 'pending', finalAmount: 2690, medicinesAmount: 3000 });
  });

  it('is valid for another 30 days when the catalogue’s prices are the same', async () => {
    await put({ _id: prescription.id });
    const who = await afterThirtyOneDays();
    expect((await pay(who)).body.amount).toBe(1960);
    expect((await currentRow())?.pricedAt).toEqual(server.clock.now());
  });

  it('returns 409 when a medicine is deleted or has no price', async () => {
    await put({ _id: prescription.id });
    const who = await afterThirtyOneDays();
    const change = (set: string) =>
      server.pool.query(
        `update medications set ${set} where id = (select medication_id from prescription_items where prescription_id = $1)`,
        [prescription.id],
      );
    await change('price_fcfa = 0');
    expect((await pay(who)).body.code).toBe('MEDICATION_NOT_PRICED');
    await change('price_fcfa = 1000, deleted_at = now()');
    expect((await pay(who)).body.code).toBe('MEDICATION_UNAVAILABLE');
  });
});
